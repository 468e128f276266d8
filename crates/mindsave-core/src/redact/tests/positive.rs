//! Texts with a secret, and what they become.
//!
//! A `~` in a row is dropped before the test, so that scanners of repositories do not take rows for leaks.

use crate::redact::{find, redact};

fn check(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (row, expected) in rows {
        let text = row.replace('~', "");
        let out = redact(&text);
        if out != *expected {
            wrong.push(format!("{text}\n    is  {out}\n    not {expected}"));
        }
        assert_eq!(redact(&out), out, "not idempotent");
        assert!(find(&text).iter().all(|it| text.get(it.range.clone()).is_some()));
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[rustfmt::skip] // a row a line
static PROVIDER_KEYS: &[(&str, &str)] = &[
    ("push with gh~p_16C7e42F292c6912E7710c838347Ae178B4a now", "push with [redacted:github-token] now"),
    ("gh~o_16C7e42F292c6912E7710c838347Ae178B4a", "[redacted:github-token]"),
    ("gh~s_16C7e42F292c6912E7710c838347Ae178B4a.", "[redacted:github-token]."),
    ("git~hub_pat_11ABCDEFG0abcdefghijkl_MNOPQRSTUVWXYZ0123456789abcdef", "[redacted:github-token]"),
    ("使用gl~pat-Xy7zK9mNpQ2rStUvWx4b推送", "使用[redacted:gitlab-token]推送"),
    ("OpenAI: s~k-abcdEFGH1234ijklMNOP5678qrstUVWX9012yzab3456CDEF", "OpenAI: [redacted:openai-key]"),
    ("s~k-proj-Ab12_Cd34-Ef56Gh78Ij90Kl12Mn34", "[redacted:openai-key]"),
    ("(s~k-ant-api03-Rf9kQzT2mXv7Lp4Ws8Yd_AA-x1)", "([redacted:anthropic-key])"),
    ("id AK~IAIOSFODNN7EXAMPLE.", "id [redacted:aws-access-key-id]."),
    ("AS~IAY34FZKBOKMUTVV7A", "[redacted:aws-access-key-id]"),
    ("AI~zaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY", "[redacted:google-api-key]"),
    ("xo~xb-1234567890123-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx", "[redacted:slack-token]"),
    ("xo~xp-1234567890-abcdef0123456789", "[redacted:slack-token]"),
    ("xa~pp-1-A012BCD3EFG-1234567890123-0a1b2c3d4e5f", "[redacted:slack-token]"),
    ("s~k_live_4eC39HqLyjWDarjtT1zdp7dc", "[redacted:stripe-key]"),
    ("s~k_test_abc123def456", "[redacted:stripe-key]"),
    ("p~k_live_TYooMQauvdEDq54NiTphI7jx", "[redacted:stripe-key]"),
    ("r~k_live_TYooMQauvdEDq54NiTphI7jx", "[redacted:stripe-key]"),
    ("s~k_prod_9aB8cD7eF6gH5iJ4kL3m", "[redacted:api-key]"),
    ("np~m_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789", "[redacted:npm-token]"),
    ("py~pi-AgEIcHlwaS5vcmcCJGYyNzA3ZDk5LTFkMmItNGY", "[redacted:pypi-token]"),
    ("S~G.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr", "[redacted:sendgrid-key]"),
    ("S~K0123456789abcdef0123456789abcdef", "[redacted:twilio-key]"),
    ("h~f_AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh", "[redacted:huggingface-token]"),
    ("do~p_v1_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "[redacted:digitalocean-token]"),
    ("bot 123456789:A~AHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", "bot [redacted:telegram-token]"),
    ("https://api.telegram.org/bot123456789:A~AHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe", "https://api.telegram.org/bot[redacted:telegram-token]/getMe"),
    ("LT~AI5tFhGQ7Kx9mNpRsT2vWz", "[redacted:alibaba-access-key-id]"),
    ("AK~IDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE", "[redacted:tencent-secret-id]"),
    ("https://hooks.slack.com/services/T00000000/B00000000/aB3dE5fG7hI9jK1lM3nO5pQ7", "https://hooks.slack.com/services/[redacted:webhook]"),
    (r#"{"out":"pushed\ngh~p_16C7e42F292c6912E7710c838347Ae178B4a\n"}"#, r#"{"out":"pushed\n[redacted:github-token]\n"}"#),
    ("\u{1b}[32mgh~p_16C7e42F292c6912E7710c838347Ae178B4a\u{1b}[0m", "\u{1b}[32m[redacted:github-token]\u{1b}[0m"),
];

#[rustfmt::skip] // a row a line
static MORE_PROVIDER_KEYS: &[(&str, &str)] = &[
    ("AT~ATT3xFfGF0T9kQzT2mXv7Lp4Ws8YdRf9kQzT2mXv7Lp4Ws8Yd=1A2B3C4D", "[redacted:atlassian-token]"),
    ("克隆用 AT~BBx7Rf9kQzT2mXv7Lp4Ws8YdRf9k", "克隆用 [redacted:bitbucket-password]"),
    ("ts~key-auth-kFGiAS7CNTRL-2dpMswsLF2UkD6dwd7Dn", "[redacted:tailscale-key]"),
    ("PM~AK-5f1e2d3c4b5a69788796a5b4-c3d2e1f00f1e2d3c4b5a69788796a5b4c3", "[redacted:postman-key]"),
    ("NR~AK-7Q2W9E4R5T6Y8U1I3O0PASDFGHJ", "[redacted:newrelic-key]"),
    ("d~p.pt.Rf9kQzT2mXv7Lp4Ws8YdRf9kQzT2mXv7Lp4Ws8YdA1b", "[redacted:doppler-token]"),
    ("pu~l-0123456789abcdef0123456789abcdef01234567", "[redacted:pulumi-token]"),
    ("sec~ret_Rf9kQzT2mXv7Lp4Ws8YdRf9kQzT2mXv7Lp4Ws8YdA1b", "[redacted:notion-token]"),
    ("nt~n_12345678901Rf9kQzT2mXv7Lp4Ws8YdRf9kQzT2mXv7Lp4", "[redacted:notion-token]"),
    ("sq~0atp-Rf9kQzT2mXv7Lp4Ws8YdRf", "[redacted:square-token]"),
    ("keys: AK~IAQ4TESTING9QX7ZK2 / wJalrRf9kuTnQEMIbPxRfiCY2026kZq.", "keys: [redacted:aws-access-key-id] / [redacted:aws-secret-key]."),
    ("\"AK~IAQ4TESTING9QX7ZK2\", \"/alrRf9kuTnQEMIbPxRfiCY2026kZq\"", "\"[redacted:aws-access-key-id]\", \"[redacted:aws-secret-key]\""),
    ("云账号 AK~IAQ4TESTING9QX7ZK2:wJalrRf9kuTnQEMIbPxRfiCY2026kZq", "云账号 [redacted:aws-access-key-id]:[redacted:aws-secret-key]"),
    ("APA9~1bGq7Rf9kQzT2mXv7Lp4Ws8Yd", "[redacted:firebase-token]"),
    ("r~8_Rf9kQzT2mXv7Lp4Ws8YdRf9kQzT2mXv7Lp4Ws", "[redacted:replicate-token]"),
    ("mailgun ke~y-0f1e2d3c4b5a69788796a5b4c3d2e1f0", "mailgun [redacted:mailgun-key]"),
    ("token_gh~p_16C7e42F292c6912E7710c838347Ae178B4a", "token_[redacted:github-token]"),
    ("newgl~pat-Xy7zK9mNpQ2rStUvWx4b", "new[redacted:gitlab-token]"),
    ("CI_np~m_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789", "CI_[redacted:npm-token]"),
    ("https://a.blob.core.windows.net/c/b?sp=r&sig=Rf9kQzT2mXv7Lp4Ws8Yd%2FRf9kQzT2mXv7Lp4Ws8%3D&se=1", "https://a.blob.core.windows.net/c/b?sp=r&sig=[redacted:signature]&se=1"),
];

#[rustfmt::skip] // a row a line
static PASSWORDS_PEOPLE_CHOOSE: &[(&str, &str)] = &[
    ("password=Sunshine", "password=[redacted:password]"),
    ("host=db password=hunter dbname=x", "host=db password=[redacted:password] dbname=x"),
    (r#"password = "tall green horse 7""#, r#"password = "[redacted:password]""#),
    (r#"{"db_password": "correct horse battery"}"#, r#"{"db_password": "[redacted:password]"}"#),
    ("pw: hunter22x", "pw: [redacted:password]"),
    ("pass: Tr0ub4dor", "pass: [redacted:password]"),
    ("Pw：Rf9kQz77", "Pw：[redacted:password]"),
    ("passwd: Rf9kQz77", "passwd: [redacted:password]"),
    ("数据库密码改成了 Rf9kQz77", "数据库密码改成了 [redacted:password]"),
    ("密码改成了Rf9kQz77，记得更新", "密码改成了[redacted:password]，记得更新"),
    ("密码是 Rf9kQz77", "密码是 [redacted:password]"),
    ("口令：Rf9kQz77", "口令：[redacted:password]"),
    ("the password was changed to Rf9kQz77", "the password was changed to [redacted:password]"),
    ("the db password has been reset to Rf9kQz77.", "the db password has been reset to [redacted:password]."),
    ("password changed to Rf9kQz77", "password changed to [redacted:password]"),
];

#[test]
fn more_provider_keys() {
    check(MORE_PROVIDER_KEYS);
}

#[test]
fn passwords_people_choose() {
    check(PASSWORDS_PEOPLE_CHOOSE);
}

#[test]
fn provider_keys() {
    check(PROVIDER_KEYS);
}

#[rustfmt::skip] // a row a line
static BLOCKS_HEADERS_AND_ADDRESSES: &[(&str, &str)] = &[
    ("ey~JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U", "[redacted:jwt]"),
    ("token ey~JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc123def. Then", "token [redacted:jwt]. Then"),
    ("a\n-----BEGIN RSA PRIV~ATE KEY-----\nMIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn\n-----END RSA PRIVATE KEY-----\nb", "a\n[redacted:private-key]\nb"),
    (r#""key": "-----BEGIN PRIV~ATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END PRIVATE KEY-----\n""#, r#""key": "[redacted:private-key]\n""#),
    ("-----BEGIN OPENSSH PRIV~ATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU\nAAAAB3NzaC1yc2EAAAADAQABAAABgQC", "[redacted:private-key]"),
    ("-H 'Authorization: Bearer abc123DEF456ghi'", "-H 'Authorization: Bearer [redacted:bearer-token]'"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "Authorization: Basic [redacted:basic-auth]"),
    ("authorization: token 0123abcd4567ef89", "authorization: token [redacted:authorization]"),
    (r#"{"Authorization": "Bearer s~k-ant-api03-Rf9kQzT2mXv7Lp4Ws8Yd"}"#, r#"{"Authorization": "Bearer [redacted:anthropic-key]"}"#),
    ("请求头 Authorization：Bearer a1b2c3d4e5f6g7h8", "请求头 Authorization：Bearer [redacted:bearer-token]"),
    ("postgres://ledger:Rf9-kQz@127.0.0.1:5544/ledger_dev", "postgres://ledger:[redacted:url-password]@127.0.0.1:5544/ledger_dev"),
    ("redis://:s3cret@cache:6379/0", "redis://:[redacted:url-password]@cache:6379/0"),
    ("mongodb+srv://app:p@ss#1@cluster0.mongodb.net", "mongodb+srv://app:[redacted:url-password]@cluster0.mongodb.net"),
    ("postgres://postgres:postgres@localhost/db", "postgres://postgres:[redacted:url-password]@localhost/db"),
    ("https://x-access-token:gh~p_16C7e42F292c6912E7710c838347Ae178B4a@github.com/a/b", "https://x-access-token:[redacted:github-token]@github.com/a/b"),
    ("连接串 mysql://root:密@x 与 mysql://root:Abc@123@db，完", "连接串 mysql://root:密@x 与 mysql://root:[redacted:url-password]@db，完"),
];

#[test]
fn blocks_headers_and_addresses() {
    check(BLOCKS_HEADERS_AND_ADDRESSES);
}

#[rustfmt::skip] // a row a line
static ASSIGNMENTS: &[(&str, &str)] = &[
    ("password=hunter2", "password=[redacted:password]"),
    ("host=db user=app password=letmein dbname=x", "host=db user=app password=[redacted:password] dbname=x"),
    (r#"{"apiKey": "9f8e7d6c5b4a3210"}"#, r#"{"apiKey": "[redacted:api-key]"}"#),
    (r#"{"password": "correct,horse;1", "user": "bob"}"#, r#"{"password": "[redacted:password]", "user": "bob"}"#),
    (r#"{\"password\": \"hunter2\", \"n\": 1}"#, r#"{\"password\": \"[redacted:password]\", \"n\": 1}"#),
    ("DB_PASSWORD: Rf9kQz77", "DB_PASSWORD: [redacted:password]"),
    ("export STRIPE_TOKEN=whatever-it-is", "export STRIPE_TOKEN=[redacted:token]"),
    ("JWT_SECRET=my-super-secret-jwt-key\nPORT=80", "JWT_SECRET=[redacted:secret]\nPORT=80"),
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "AWS_SECRET_ACCESS_KEY=[redacted:aws-secret-key]"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws_secret_access_key = [redacted:aws-secret-key]"),
    ("mysqldump --password Tr0ub4dor3 --all", "mysqldump --password [redacted:password] --all"),
    ("cli --token=abcd1234efgh --x", "cli --token=[redacted:token] --x"),
    (r#"let api_key: &str = "k3y-1234-abcd";"#, r#"let api_key: &str = "[redacted:api-key]";"#),
    ("const password = 'S3cure!';", "const password = '[redacted:password]';"),
    (r#"config["password"] = "hunter2""#, r#"config["password"] = "[redacted:password]""#),
    ("  - name: DB_PASSWORD\n    value: s3cr3tPass", "  - name: DB_PASSWORD\n    value: [redacted:password]"),
    (r#"{"name": "API_TOKEN", "value": "q1w2e3r4t5"}"#, r#"{"name": "API_TOKEN", "value": "[redacted:token]"}"#),
    ("<password>Sup3rS3cret</password>", "<password>[redacted:password]</password>"),
    ("Server=db;User Id=sa;Password=P@ss;w0rd1;Encrypt=true", "Server=db;User Id=sa;Password=[redacted:password];Encrypt=true"),
    ("GET /cb?token=a1b2c3d4e5&next=/home", "GET /cb?token=[redacted:token]&next=/home"),
    ("SMTP_PASS=\"mail pass\"\nDB_PASS='x9Y8z7'", "SMTP_PASS=\"mail pass\"\nDB_PASS='[redacted:password]'"),
    (r"log: \nADMIN_PASSWORD=Qwe123!\nnext", r"log: \nADMIN_PASSWORD=[redacted:password]\nnext"),
    (r#".header("X-Api-Key", "Zx81Kd92Lq03Mw14")"#, r#".header("X-Api-Key", "[redacted:api-key]")"#),
    (r#"client.set_password("Hunter22")"#, r#"client.set_password("[redacted:password]")"#),
    (r#"password: SecretString::from("hunter2x")"#, r#"password: SecretString::from("[redacted:password]")"#),
    ("passphrase: \"correct horse battery staple\"", "passphrase: \"[redacted:passphrase]\""),
    ("token = gh~p_16C7e42F292c6912E7710c838347Ae178B4a", "token = [redacted:github-token]"),
    ("OPENAI_API_KEY=s~k-proj-Ab12Cd34Ef56Gh78Ij90Kl12", "OPENAI_API_KEY=[redacted:openai-key]"),
    ("//registry.npmjs.org/:_authToken=0a1b2c3d-4e5f-6789-abcd-ef0123456789", "//registry.npmjs.org/:_authToken=[redacted:token]"),
    (r#"PASSWORD="cut off he"#, r#"PASSWORD="[redacted:password] off he"#),
    ("client_secret: 8f14e45fceea167a5a36dedd4bea2543", "client_secret: [redacted:secret]"),
    ("\"password\":\"\\\"quo7ed\\\"\"", "\"password\":\"[redacted:password]\""),
];

#[test]
fn assignments() {
    check(ASSIGNMENTS);
}

#[rustfmt::skip] // a row a line
static PROSE: &[(&str, &str)] = &[
    ("the password is Tr0ub4dor&3.", "the password is [redacted:password]."),
    ("The admin password is \"hunter2\", keep it", "The admin password is \"[redacted:password]\", keep it"),
    ("Please use token a1b2c3d4e5f6 for CI", "Please use token [redacted:token] for CI"),
    ("the password for the staging db is Hunter22x!", "the password for the staging db is [redacted:password]"),
    ("set the password to hunter2", "set the password to [redacted:password]"),
    ("api key is 9f8e7d6c5b4a3210", "api key is [redacted:api-key]"),
    ("**Password:** Rf9-kQz7", "**Password:** [redacted:password]"),
    ("secret access key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "secret access key [redacted:aws-secret-key]"),
    ("the token: `f81d4fae7dec`", "the token: `[redacted:token]`"),
    ("password is 12345678", "password is [redacted:password]"),
    ("| root password | Rf9kQz77T |", "| root password | [redacted:password] |"),
    ("数据库密码 Rf9-xxx", "数据库密码 [redacted:password]"),
    ("数据库密码是 hunter2，别外传", "数据库密码是 [redacted:password]，别外传"),
    ("密码：Abc12345", "密码：[redacted:password]"),
    ("密码: Abc12345。", "密码: [redacted:password]。"),
    ("口令为 Zx9-Kq2", "口令为 [redacted:password]"),
    ("密码（测试环境）：Qwe!2345", "密码（测试环境）：[redacted:password]"),
    ("管理员密码是“Adm1n#2024”，下周改", "管理员密码是“[redacted:password]”，下周改"),
    ("密码已改成 Spr1ng99", "密码已改成 [redacted:password]"),
    ("令牌是a1b2c3d4e5f6。", "令牌是[redacted:token]。"),
    ("密钥＝9f8e7d6c5b4a3210", "密钥＝[redacted:secret]"),
    ("API 密钥：「Zx81Kd92Lq03」", "API 密钥：「[redacted:secret]」"),
    ("password 是 Rf9kQz77", "password 是 [redacted:password]"),
    ("密码：123456", "密码：[redacted:password]"),
    ("账号 admin，密码 abc12345", "账号 admin，密码 [redacted:password]"),
    ("ssh root@10.0.0.5 password abc12345", "ssh root@10.0.0.5 password [redacted:password]"),
    ("connect with password=Abc123, then run", "connect with password=[redacted:password], then run"),
    ("(password: Abc123x)", "(password: [redacted:password])"),
    ("密码是Rf9-xxx。", "密码是[redacted:password]。"),
    ("The token for the CI bot: a1b2c3d4e5f6", "The token for the CI bot: [redacted:token]"),
    ("new password is `Zx9!kq` (temporary)", "new password is `[redacted:password]` (temporary)"),
    ("用户名：root，密码：toor123；端口：22", "用户名：root，密码：[redacted:password]；端口：22"),
    ("使用令牌 a1b2c3d4e5f6 调用", "使用令牌 [redacted:token] 调用"),
    ("密码现在是 Tr0ub4dor，旧的作废", "密码现在是 [redacted:password]，旧的作废"),
    ("root密码Rf9-kQz7，端口 22", "root密码[redacted:password]，端口 22"),
    ("私钥：0x4c0883a69102937d6231471b5dbb6204", "私钥：[redacted:private-key]"),
];

#[test]
fn prose() {
    check(PROSE);
}

#[rustfmt::skip] // a row a line
static COMMANDS: &[(&str, &str)] = &[
    ("curl -u admin:hunter2 https://x.dev/a", "curl -u admin:[redacted:password] https://x.dev/a"),
    ("curl -s -X POST --user 'bot:s3cr et' https://x.dev", "curl -s -X POST --user 'bot:[redacted:password]' https://x.dev"),
    ("curl -uadmin:hunter2 host", "curl -uadmin:[redacted:password] host"),
    ("curl -fsSL \\\n  -u user:pass \\\n  https://x.dev", "curl -fsSL \\\n  -u user:[redacted:password] \\\n  https://x.dev"),
    ("curl -u a:b1cdef --proxy-user c:d2efgh x", "curl -u a:[redacted:password] --proxy-user c:[redacted:password] x"),
    ("用 `curl -u admin:hunter2 http://内网` 可以复现", "用 `curl -u admin:[redacted:password] http://内网` 可以复现"),
    (r#"{"command": "curl -u \"admin:hunter2\" https://x.dev"}"#, r#"{"command": "curl -u \"admin:[redacted:password]\" https://x.dev"}"#),
    ("mysql -u root -pTr0ub4dor shop", "mysql -u root -p[redacted:password] shop"),
    ("mysql -uroot -proot shop", "mysql -uroot -p[redacted:password] shop"),
    ("mysqldump -h db -u app -p'let me in' shop > a.sql", "mysqldump -h db -u app -p'[redacted:password]' shop > a.sql"),
    ("mysql --password=letmein shop", "mysql --password=[redacted:password] shop"),
    ("mysqladmin --password=Letmein status", "mysqladmin --password=[redacted:password] status"),
    ("执行 mysql -u root -phunter2，然后建库", "执行 mysql -u root -p[redacted:password]，然后建库"),
    ("sshpass -p hunter ssh root@10.0.0.5", "sshpass -p [redacted:password] ssh root@10.0.0.5"),
    ("sshpass -p 'Qwe123!' scp a b:", "sshpass -p '[redacted:password]' scp a b:"),
    ("docker login -u bot -p dckrpw registry.dev", "docker login -u bot -p [redacted:password] registry.dev"),
    ("docker login registry.dev --password Zx81Kd92 -u bot", "docker login registry.dev --password [redacted:password] -u bot"),
    ("redis-cli -h cache -a Rf9kQz77 ping", "redis-cli -h cache -a [redacted:password] ping"),
    ("mongodump -u app -p Rf9kQz77 --db shop", "mongodump -u app -p [redacted:password] --db shop"),
];

#[test]
fn commands() {
    check(COMMANDS);
}

#[rustfmt::skip] // a row a line
static COOKIES: &[(&str, &str)] = &[
    ("Set-Cookie: session=8f14e45fceea167a; Path=/; HttpOnly", "Set-Cookie: session=[redacted:cookie]; Path=/; HttpOnly"),
    ("Cookie: theme=dark; sessionid=q1w2e3r4t5y6; lang=zh", "Cookie: theme=dark; sessionid=[redacted:cookie]; lang=zh"),
    ("-H 'Cookie: a=1; connect.sid=s%3Aq1w2e3r4t5.abc'", "-H 'Cookie: a=1; connect.sid=[redacted:cookie]'"),
    ("cookie: XSRF-TOKEN=q1w2e3r4; JSESSIONID=0A1B2C3D4E5F", "cookie: XSRF-TOKEN=[redacted:cookie]; JSESSIONID=[redacted:cookie]"),
    (r#"{"Set-Cookie": "sid=q1w2e3r4t5; Secure"}"#, r#"{"Set-Cookie": "sid=[redacted:cookie]; Secure"}"#),
    (r#"document.cookie = "auth=q1w2e3r4t5""#, r#"document.cookie = "auth=[redacted:cookie]""#),
    ("curl --cookie \"sid=q1w2e3r4t5\" x", "curl --cookie \"sid=[redacted:cookie]\" x"),
    ("响应头 Set-Cookie：session=8f14e45fceea167a", "响应头 Set-Cookie：session=[redacted:cookie]"),
    ("Cookie: _id=9f8E7d6C5b4A3210Xy", "Cookie: _id=[redacted:cookie]"),
];

#[test]
fn cookies() {
    check(COOKIES);
}

#[rustfmt::skip] // a row a line
static SPELLINGS: &[(&str, &str)] = &[
    ("密码：hunter2", "密码：[redacted:password]"),
    ("密码﹕hunter2", "密码﹕[redacted:password]"),
    ("password：hunter2", "password：[redacted:password]"),
    ("password＝hunter2", "password＝[redacted:password]"),
    ("API_KEY：9f8e7d6c5b4a3210", "API_KEY：[redacted:api-key]"),
    ("ｐａｓｓｗｏｒｄ＝ｈｕｎｔｅｒ２", "ｐａｓｓｗｏｒｄ＝[redacted:password]"),
    ("pass\u{200b}word=hunter2", "pass\u{200b}word=[redacted:password]"),
    ("密\u{200b}码：hunter2。完", "密\u{200b}码：[redacted:password]。完"),
    ("to\u{ad}ken: a1b2\u{200d}c3d4e5f6 表情👩\u{200d}👧", "to\u{ad}ken: [redacted:token] 表情👩\u{200d}👧"),
    ("\u{feff}s~k_live_4eC39HqLyjW\u{2060}DarjtT1zdp7dc", "\u{feff}[redacted:stripe-key]"),
];

#[test]
fn spellings() {
    check(SPELLINGS);
}

#[rustfmt::skip] // a row a line
static BELOW: &[(&str, &str)] = &[
    ("db:\n  password:\n    hunter2\n  port: 1", "db:\n  password:\n    [redacted:password]\n  port: 1"),
    ("password: |\n  Tr0ub4dor3\nuser: a", "password: |\n  [redacted:password]\nuser: a"),
    ("api_keys:\n  - 9f8e7d6c5b4a3210", "api_keys:\n  - [redacted:api-key]"),
    ("管理员密码：\nAbc12345\n端口 22", "管理员密码：\n[redacted:password]\n端口 22"),
    ("Password:\r\n\"corr3ct horse\"\r\n", "Password:\r\n\"corr3ct horse\"\r\n"),
    ("Token:\na1b2c3d4e5f6\nThen run it.", "Token:\n[redacted:token]\nThen run it."),
];

#[test]
fn below() {
    check(BELOW);
}

#[rustfmt::skip] // a row a line
static ENVIRONMENT: &[(&str, &str)] = &[
    ("SECRET_KEY_BASE=0a1b2c3d4e5f6071", "SECRET_KEY_BASE=[redacted:secret]"),
    ("export STRIPE_KEY=rkQ81Kd92Lq03", "export STRIPE_KEY=[redacted:api-key]"),
    ("OPENAI_KEY: Zx81Kd92Lq03Mw14", "OPENAI_KEY: [redacted:api-key]"),
    ("FERNET_KEY=Zx81Kd92Lq03Mw14Zx81Kd92Lq03Mw14aaaabbb=", "FERNET_KEY=[redacted:api-key]"),
    ("SESSION_SECRET=whatever-it-is", "SESSION_SECRET=[redacted:secret]"),
    ("REGISTRY_PASS=Qwe12345", "REGISTRY_PASS=[redacted:password]"),
    ("REDIS_AUTH=Qwe12345", "REDIS_AUTH=[redacted:credential]"),
];

#[test]
fn environment() {
    check(ENVIRONMENT);
}
