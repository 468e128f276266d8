//! Of a call that installs something, what it installs tells it from others.

use super::tests_calls::all_are;

#[test]
fn another_package_is_no_repeat() {
    all_are(
        false,
        &[
            (
                "npm install left-pad failed with ERESOLVE",
                &[
                    "npm install lodash",
                    "npm install left-pad-utils",
                    "npm install",
                    "npm uninstall left-pad",
                ],
            ),
            ("npm install moment", &["npm install dayjs", "npm i --save-dev vitest"]),
            ("用 npm install node-sass 装不上", &["npm install sass"]),
            (
                "pip install psycopg2 编译失败",
                &[
                    "pip install psycopg2-binary",
                    "pip3 install flask",
                    "pip install -r requirements.txt",
                ],
            ),
            ("cargo add openssl 链接失败", &["cargo add rustls", "cargo add openssl-sys"]),
            ("cargo install cross broke", &["cargo install ripgrep"]),
            (
                "apt install nodejs gave v12",
                &["apt install python3", "sudo apt-get install -y curl"],
            ),
            ("yarn add styled-components clashed with SSR", &["yarn add emotion"]),
            ("pnpm add @types/node broke tsc", &["pnpm add @types/react"]),
            ("go get github.com/jinzhu/gorm broke the build", &["go get github.com/jmoiron/sqlx"]),
            ("composer require doctrine/dbal failed", &["composer require laravel/sanctum"]),
            (
                "conda install -c conda-forge gdal took hours",
                &["conda install -c conda-forge geos"],
            ),
            ("docker pull mysql:5.7 failed on arm", &["docker pull redis"]),
            ("npx create-react-app web hung", &["npx degit template web"]),
            ("rm -rf node_modules did not help", &["rm -rf dist"]),
            ("systemctl restart nginx dropped connections", &["systemctl restart postgres"]),
            (
                "npm install moment was too big, switched to npm install dayjs",
                &["npm install dayjs"],
            ),
        ],
    );
}

#[test]
fn the_same_package_is_a_repeat() {
    all_are(
        true,
        &[
            (
                "npm install left-pad failed with ERESOLVE",
                &["npm install left-pad", "npm i -D left-pad", "npm install lodash left-pad"],
            ),
            (
                "npm install moment was too big, switched to npm install dayjs",
                &["npm install moment"],
            ),
            (
                "用 npm install node-sass 装不上",
                &["npm install node-sass --save-dev", "安装 node-sass"],
            ),
            (
                "pip install psycopg2 编译失败",
                &["pip3 install psycopg2", "python -m pip install psycopg2"],
            ),
            ("apt install nodejs gave v12", &["sudo apt-get install -y nodejs"]),
            (
                "go get github.com/jinzhu/gorm broke the build",
                &["go get -u github.com/jinzhu/gorm"],
            ),
            ("rm -rf node_modules 没用", &["rm -rf ./node_modules && npm install"]),
            ("systemctl restart nginx dropped connections", &["sudo systemctl restart nginx"]),
        ],
    );
}

#[test]
fn an_install_without_a_package_is_known_by_itself() {
    all_are(
        true,
        &[
            ("npm install hung behind the proxy", &["npm install"]),
            ("yarn install 卡住", &["yarn install"]),
        ],
    );
    all_are(
        true,
        &[("pip install -r requirements.txt conflicted", &["pip install -r requirements.txt"])],
    );
}

#[test]
fn of_versions_holds_what_holds_elsewhere() {
    all_are(
        false,
        &[
            ("npm install react@19 broke the forms", &["npm install react@18.3.1"]),
            ("yarn add node-fetch@3 broke commonjs", &["yarn add node-fetch@2"]),
            ("docker pull postgres:16 连不上旧客户端", &["docker pull postgres:15"]),
            ("pip install numpy==2.0 和 pandas 冲突", &["pip install numpy==1.26"]),
        ],
    );
    all_are(
        true,
        &[
            ("npm install react@19 broke the forms", &["npm install react@19.0.1"]),
            ("yarn add node-fetch@3 broke commonjs", &["yarn add node-fetch@3"]),
            ("pip install numpy==2.0 和 pandas 冲突", &["pip install numpy==2.0"]),
        ],
    );
}
