//! What is no repeat though it names the failed thing, and what is one though it is code.

use super::*;
use crate::text::Lexicon;

fn repeats(tried: &str, action: &Action<'_>) -> bool {
    let watched = Watched { approach: tried, ..Watched::default() };
    !Checker::new([watched], &[Lexicon::builtin()]).check(action).is_empty()
}

fn all_are(expected: bool, rows: &[(&str, Action<'_>)]) {
    for (tried, action) in rows {
        assert_eq!(repeats(tried, action), expected, "{tried} | {action:?}");
    }
}

#[test]
fn another_version_is_no_repeat_wherever_it_stands() {
    use Action::{Command, Sentence};
    all_are(
        false,
        &[
            ("upgrading to React 19", Sentence("upgrade React to 18.3")),
            ("upgrading React to 19 broke the forms", Sentence("upgrade to React 18.3")),
            ("把 Django 升级到 5.1 后信号不触发", Sentence("把 Django 升级到 4.2")),
            ("upgrading Django to 5.1 lost signals", Sentence("Django 升到 4.2")),
            ("upgrading to React 19", Command("npm install react@18.3.1")),
        ],
    );
    all_are(
        true,
        &[
            ("upgrading to React 19", Sentence("upgrade React to 19.0.1")),
            ("把 Django 升级到 5.1 后信号不触发", Sentence("upgrade Django to version 5.1")),
        ],
    );
}

#[test]
fn studying_a_failure_is_no_repeat() {
    let tried = "bumping Node to 22";
    let studies = [
        "investigate why the Node 22 upgrade failed",
        "find out why bumping Node to 22 broke the build",
        "document why we cannot bump Node to 22",
        "why did the bump of Node to 22 fail?",
        "write up the failed bump of Node to 22",
        "排查 Node 升级到 22 的问题",
        "记录 Node 升级到 22 失败的原因",
        "复盘一下 Node 升级到 22",
        "为什么 Node 升级到 22 会失败?",
    ];
    let rows: Vec<_> = studies.iter().map(|text| (tried, Action::Sentence(text))).collect();
    all_are(false, &rows);
    all_are(
        true,
        &[
            (tried, Action::Sentence("find out why the tests hang, then bump Node to 22")),
            (tried, Action::Sentence("排查完测试卡住的问题，再把 Node 升级到 22")),
            (
                "profiling with a heap dump froze the server",
                Action::Sentence("investigate the leak with a heap dump"),
            ),
        ],
    );
}

#[test]
fn taking_a_change_back_is_no_repeat() {
    use Action::Sentence;
    all_are(
        false,
        &[
            ("bumping Node to 22", Sentence("回退 Node 22 的升级")),
            ("bumping Node to 22", Sentence("roll back the bump of Node to 22")),
            ("把支付网关切到新版", Sentence("back out the switch to the new payment gateway")),
            ("加了 Redis 缓存后数据不一致", Sentence("回滚 Redis 缓存的改动")),
        ],
    );
    all_are(
        true,
        &[
            ("rolling back the migration lost rows", Sentence("roll back the migration")),
            ("回退到 Node 18 编译不过", Sentence("go back to Node 18")),
        ],
    );
}

#[test]
fn a_suggestion_is_no_refusal() {
    use Action::Sentence;
    all_are(
        true,
        &[
            ("把全拼展开建索引:内存不够", Sentence("要不把全拼展开再建一次索引?")),
            (
                "storing tokens in localStorage",
                Sentence("why not store the token in localStorage?"),
            ),
            ("轮询网关", Sentence("能不能轮询一下网关")),
        ],
    );
}

#[test]
fn a_call_without_the_option_that_failed_is_no_repeat() {
    use Action::Command;
    all_are(
        false,
        &[
            ("npm install --force", Command("npm install")),
            ("npm install --force broke the lock file", Command("npm install --save-dev vitest")),
            ("用 git push --force 推主分支", Command("git push origin main")),
        ],
    );
    all_are(
        true,
        &[
            ("npm install --force", Command("npm install --force")),
            ("npm install --force", Command("npm install -f")),
            ("用 docker build --no-cache 打镜像", Command("docker build --no-cache -t app .")),
        ],
    );
}

#[test]
fn commands_that_look_or_test_are_no_repeat_unless_they_are_what_failed() {
    use Action::Command;
    let copy = "COPY FROM STDIN for loading entries: one bad byte aborts the whole batch";
    all_are(
        false,
        &[
            (copy, Command("cargo test -p ledger import::copy_from_stdin_entries")),
            (copy, Command("git log --oneline --grep 'COPY FROM STDIN entries'")),
            (copy, Command("grep -rn 'COPY entries FROM STDIN' src | head")),
            (
                copy,
                Command("cat docs/copy-from-stdin-entries.md && ls src/copy_from_stdin_entries"),
            ),
            (copy, Command("rm scripts/copy_from_stdin_entries.sh")),
            ("用 Web Worker 做导出", Command("pnpm vitest run 导出.worker")),
        ],
    );
    all_are(
        true,
        &[
            ("pytest -n auto hangs on CI", Command("pytest -n auto tests/")),
            ("用 cargo test --release 跑测试会超时", Command("cargo test --release")),
            (copy, Command("git status && psql -c 'COPY entries FROM STDIN'")),
        ],
    );
}

#[test]
fn code_says_it_in_its_own_words() {
    use Action::{Command, Edit};
    let edit = |path, after| Edit { path, before: "", after };
    all_are(
        true,
        &[
            (
                "COPY FROM STDIN for loading entries: one bad byte aborts the whole batch",
                Command(
                    "psql -p 5545 books -c \"\\copy entries FROM 'march.csv' WITH (FORMAT csv)\"",
                ),
            ),
            (
                "用 Web Worker 做导出:响应式对象无法克隆",
                edit(
                    "src/导出.ts",
                    "const w = new Worker(new URL('./导出.worker.ts', import.meta.url))\n",
                ),
            ),
            (
                "rolling_mean for the hourly average: fills gaps with zero",
                edit(
                    "pipeline/resample.py",
                    "df.with_columns(pl.col('kwh').rolling_mean(window_size=60))",
                ),
            ),
        ],
    );
    all_are(
        false,
        &[
            (
                "localStorage for the payment token: the review refused it",
                edit("web/src/checkout/Theme.tsx", "localStorage.setItem('theme', 'dark')"),
            ),
            (
                "COPY FROM STDIN for loading entries: one bad byte aborts the whole batch",
                Command("cp fixtures/march.csv fixtures/april.csv"),
            ),
            (
                "用 Web Worker 做导出:响应式对象无法克隆",
                edit("src/utils/导出.ts", "export const 天数 = 计算天数(开始, 结束)"),
            ),
        ],
    );
}

#[test]
fn one_of_a_kind_is_meant_by_its_kind() {
    let worker = Action::Sentence("要不把导出放到后台线程的 worker 里跑?");
    all_are(true, &[("用 Web Worker 做导出:响应式对象无法克隆", worker)]);
}
