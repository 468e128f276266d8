//! Calls of tools: flags are compared by their whole names, in any spelling and at any place.

use super::Action::{Command, Sentence};
use super::*;
use crate::text::Lexicon;

/// Each call, as a command and as a sentence.
pub(super) fn all_are(expected: bool, rows: &[(&str, &[&str])]) {
    for (tried, calls) in rows {
        let watched = Watched { approach: tried, ..Watched::default() };
        let checker = Checker::new([watched], &[Lexicon::builtin()]);
        for call in *calls {
            for action in [Command(call), Sentence(call)] {
                let found = checker.check(&action);
                assert_eq!(!found.is_empty(), expected, "{tried} | {action:?} | {found:?}");
            }
        }
    }
}

#[test]
fn a_flag_is_the_same_in_every_spelling_and_at_every_place() {
    all_are(
        true,
        &[
            (
                "git push --force",
                &[
                    "git push --force",
                    "git push -f",
                    "git push origin main --force",
                    "git push origin -f main",
                    "git -C web push -f",
                    "git push --no-verify --force origin main",
                ],
            ),
            ("git push -f 覆盖了同事的提交", &["git push --force", "git push origin main --force"]),
            (
                "git push origin main --force wiped the history",
                &["git push -f", "git push -f origin dev"],
            ),
            ("npm install --force", &["npm install -f", "npm i -f", "npm i --force"]),
            ("npm i -f broke the lock file", &["npm install --force"]),
            (
                "rm -rf node_modules 没用",
                &[
                    "rm -fr node_modules",
                    "rm -r -f node_modules",
                    "rm --recursive --force ./node_modules",
                ],
            ),
            ("git clean -fdx deleted .env", &["git clean -xdf", "git clean -f -d -x"]),
            (
                "git commit --no-verify was rejected",
                &["git commit -n -m fix", "git commit -m fix --no-verify"],
            ),
            (
                "docker-compose down -v 把数据删了",
                &["docker compose down --volumes", "docker compose down -v"],
            ),
            (
                "docker system prune -af removed the base images",
                &["docker system prune --all --force"],
            ),
            ("docker run --privileged web 被安全组否决", &["docker run --rm --privileged web"]),
            ("cargo build -r ran out of memory", &["cargo build --release", "cargo b -r -p core"]),
            (
                "apt-get install -y nodejs gave v12",
                &["sudo apt install nodejs", "apt-get install --yes nodejs"],
            ),
            ("用 curl -k 跳过证书校验被安全否决", &["curl --insecure https://api.test"]),
            ("pytest -n auto hangs on CI", &["pytest tests -n 4"]),
        ],
    );
}

#[test]
fn another_flag_or_none_is_no_repeat() {
    all_are(
        false,
        &[
            (
                "git push --force overwrote a colleague's commits",
                &[
                    "git push --force-with-lease",
                    "git push --force-with-lease origin main",
                    "git push",
                    "git push origin main",
                    "git push --follow-tags",
                    "git push --force --dry-run",
                ],
            ),
            (
                "git push -f origin main 覆盖了同事的提交",
                &["git push --force-with-lease origin main"],
            ),
            (
                "npm install --force",
                &["npm install", "npm i", "npm ci", "npm install --foreground-scripts"],
            ),
            ("npm install --legacy-peer-deps 依赖错乱", &["npm install"]),
            ("git commit --no-verify was rejected", &["git commit", "git commit -m fix"]),
            ("git branch -D feature lost commits", &["git branch -d feature"]),
            ("git clean -fdx deleted .env", &["git clean -n"]),
            ("git reset --hard lost work", &["git reset --soft HEAD~1", "git reset HEAD~1"]),
            ("cargo build --release ran out of memory", &["cargo build"]),
            ("docker compose down -v deleted the data", &["docker compose down"]),
            ("docker build --no-cache takes 40 minutes", &["docker build -t app ."]),
            ("eslint --fix broke the formatting", &["eslint src", "eslint src --fix-dry-run"]),
            ("terraform apply -auto-approve 误删了库", &["terraform apply"]),
        ],
    );
}

#[test]
fn another_verb_of_the_same_tool_is_no_repeat() {
    all_are(
        false,
        &[
            (
                "用 git filter-branch 清历史太慢",
                &["改用 git filter-repo 清历史", "git filter-repo --path x"],
            ),
            (
                "git rebase -i on the shared branch rewrote history",
                &["git merge the shared branch"],
            ),
            ("npm run build -- --watch hung in CI", &["npm run build", "npm ci"]),
            ("cargo test -- --test-threads=1 took an hour", &["cargo test"]),
        ],
    );
    all_are(
        true,
        &[
            ("用 git filter-branch 清历史太慢", &["用 git filter-branch 清历史"]),
            ("mvn install -DskipTests hid a failure", &["mvn clean install -DskipTests"]),
            ("npm run build -- --watch hung in CI", &["npm run build -- --watch"]),
        ],
    );
}

#[test]
fn a_call_that_is_refused_is_no_repeat() {
    let tried = "git push --force 覆盖了提交";
    let checker = |proposal: &str| {
        let watched = Watched { approach: tried, ..Watched::default() };
        !Checker::new([watched], &[Lexicon::builtin()]).check(&Sentence(proposal)).is_empty()
    };
    for refused in [
        "use git push --force-with-lease instead of git push --force",
        "never run git push --force",
        "git push without --force",
        "不要用 git push -f",
        "git push 不带 -f",
        "改用 git push --force-with-lease",
    ] {
        assert!(!checker(refused), "{refused}");
    }
    for meant in [
        "git push 加上 -f 参数",
        "let's just run `git push -f`",
        "force push the branch",
        "强推到 main",
    ] {
        assert!(checker(meant), "{meant}");
    }
}

#[test]
fn an_option_with_a_refusal_in_it_refuses_nothing_behind_it() {
    let tried = "git commit -m wip on main was rejected";
    all_are(true, &[(tried, &["git commit --no-verify -m wip on main"])]);
}
