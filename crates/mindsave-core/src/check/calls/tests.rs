use super::*;

fn text(text: &str) -> String {
    spelled(text.to_owned()).text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn calls_are_spelled_as_one_spells_them_usually() {
    for (written, expected) in [
        ("npm i -f", "npm install --force"),
        ("npm i --force lodash", "npm install --force lodash"),
        ("git push origin main -f", "git push --force origin main"),
        ("git push origin --no-verify --force main", "git push --force --no-verify origin main"),
        ("git push --force-with-lease", "git push --force-with-lease"),
        ("git -C /srv/app push -f", "git push --force --C /srv/app"),
        ("git branch -D old", "git branch --delete --force old"),
        ("git branch -d old", "git branch --delete old"),
        ("rm -fr a && rm -r -f b", "rm --force --recursive a && rm --force --recursive b"),
        ("cd app; sudo apt-get install -y nodejs", "cd app; sudo apt install --yes nodejs"),
        ("docker-compose down -v", "docker compose down --volumes"),
        ("make -j8", "make --jobs"),
        (
            "kubectl -n prod delete pod web --force",
            "kubectl delete --force --namespace prod pod web",
        ),
        ("cargo build -p core -r", "cargo build --release --package core"),
        ("用git push -f推主分支", "用git push --force推主分支"),
        ("npm run build -- --watch", "npm run --watch build"),
        ("npm install -- it hung", "npm install -- it hung"),
        ("git push 不带 -f", "git push 不带 --force"),
        ("git push without -f", "git push without --force"),
        ("`git push -f`, then git pull -r", "`git push --force`, then git pull --rebase"),
        // What is not known, or is no call, stays.
        ("frobnicate -x --yy", "frobnicate -x --yy"),
        (
            "the git history and npm packages - all of them",
            "the git history and npm packages - all of them",
        ),
        ("go back to rm and make it so", "go back to rm and make it so"),
        ("用 git 管理代码", "用 git 管理代码"),
        ("", ""),
    ] {
        assert_eq!(text(written), expected, "{written}");
    }
}

#[test]
fn what_a_call_is_about_is_told_without_its_version() {
    let about = |text: &str| -> Vec<String> {
        let marks = spelled(text.to_owned()).marks.into_iter();
        marks
            .filter_map(
                |(_, mark)| if let Mark::Target(name, _) = mark { Some(name) } else { None },
            )
            .collect()
    };
    for (text, expected) in [
        ("npm install left-pad failed with ERESOLVE", &["left-pad"][..]),
        ("npm i react@19 @types/react@19.1", &["react", "@types/react"]),
        ("pip install \"Flask[async]==2.0\" -r requirements.txt", &["flask"]),
        ("用 npm install node-sass 装不上", &["node-sass"]),
        ("npm install doubled the build time", &[]),
        ("npm install unified", &["unified"]),
        ("npm install failed", &[]),
        ("go get github.com/a/b@latest", &["github.com/a/b"]),
        ("docker pull postgres:16 timed out", &["postgres"]),
        ("rm -rf ./node_modules/ dist", &["node_modules", "dist"]),
        ("npx create-react-app web", &["create-react-app"]),
        ("git push origin main", &[]),
    ] {
        assert_eq!(about(text), expected, "{text}");
    }
}
