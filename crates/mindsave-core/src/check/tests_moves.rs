//! A move away from what failed is its cure; a move to it is the failure again.

use super::Action::Sentence;
use super::*;
use crate::text::Lexicon;

fn all_are(expected: bool, tried: &str, proposals: &[&str]) {
    let watched = Watched { approach: tried, ..Watched::default() };
    let checker = Checker::new([watched], &[Lexicon::builtin()]);
    for proposal in proposals {
        let found = checker.check(&Sentence(proposal));
        assert_eq!(!found.is_empty(), expected, "{tried} | {proposal} | {found:?}");
    }
}

const REDIS: &str = "stored sessions in Redis → evicted";
const STORAGE: &str = "token 存在 localStorage 被 XSS 窃取";

#[test]
fn a_move_away_from_it_is_no_repeat() {
    let moves = [
        "move sessions from Redis to Postgres",
        "move to Postgres from Redis for sessions",
        "moving the sessions from Redis into Postgres",
        "migrate off Redis",
        "migrate sessions off Redis",
        "take sessions off Redis and put them in Postgres",
        "replace Redis with Postgres",
        "switch away from Redis",
        "switch the session store from Redis to Postgres",
        "change session storage from Redis to a database table",
        "port the session store from Redis to Postgres",
        "drop Redis",
        "ditch Redis for sessions",
        "get rid of Redis",
        "decommission the Redis session store",
        "swap Redis for Postgres as the session store",
        "substitute Postgres for Redis as session store",
        "store sessions in Postgres instead of Redis",
        "Redis -> Postgres for sessions",
        "sessions: Redis → Postgres",
        "把会话从 Redis 迁到 Postgres",
    ];
    all_are(false, REDIS, &moves);
    let moves = [
        "从 localStorage 移到 httpOnly cookie",
        "把 token 从 localStorage 迁移到 cookie",
        "把 token 从 localStorage 里拿出来放到 cookie",
        "将 token 从 localStorage 中移出",
        "token 由 localStorage 改为 cookie",
        "localStorage 里的 token 迁到 cookie",
        "把 localStorage 里的 token 挪到 cookie",
        "localStorage → cookie",
        "不再用 localStorage",
        "token 不存 localStorage，改存 cookie",
        "弃用 localStorage 改用 cookie",
        "抛弃 localStorage，token 放 cookie",
        "用 cookie 代替 localStorage",
        "用 cookie 替换 localStorage",
        "move the token from localStorage to an httpOnly cookie",
    ];
    all_are(false, STORAGE, &moves);
    all_are(false, "rendering charts with D3 was slow", &["the migration from D3 to ECharts"]);
    all_are(
        false,
        "用 Webpack 构建太慢",
        &["构建工具从 Webpack 切到 Vite", "由 Webpack 转为 Vite"],
    );
}

#[test]
fn a_move_to_it_is_a_repeat() {
    let moves = [
        "move sessions from Postgres to Redis",
        "migrate sessions to Redis",
        "switch the session store to Redis",
        "replace Postgres with Redis for sessions",
        "change session storage from cookies to Redis",
        "swap Postgres for Redis as the session store",
        "substitute Redis for Postgres as session store",
        "go back from Postgres to Redis for sessions",
        "keep the sessions in Redis instead of Postgres",
        "Postgres -> Redis for sessions",
        "把会话从 Postgres 迁到 Redis",
        "把会话迁移到 Redis",
    ];
    all_are(true, REDIS, &moves);
    let moves = [
        "从 cookie 改回 localStorage",
        "把 token 从 cookie 迁移到 localStorage",
        "把 token 迁移到 localStorage",
        "token 由 cookie 改为 localStorage",
        "token 换回 localStorage",
        "弃用 cookie 改用 localStorage",
        "不用 cookie，改用 localStorage 存 token",
        "用 localStorage 代替 cookie 存 token",
        "move the token from the cookie back to localStorage",
    ];
    all_are(true, STORAGE, &moves);
    all_are(true, "用 Webpack 构建太慢", &["从 Vite 切回 Webpack", "构建换回 Webpack"]);
}

const TURNS: [(&str, &[&str], &[&str]); 11] = [
    (
        "用 axios 发请求",
        &[
            "convert fetch to axios",
            "migrate fetch to axios",
            "用 axios 取代 fetch",
            "把 fetch 转成 axios",
        ],
        &["convert axios to fetch", "用 fetch 取代 axios", "把 axios 转成 fetch"],
    ),
    (
        "using moment.js for dates",
        &["convert dayjs to moment.js"],
        &["convert moment.js to dayjs", "migrate moment.js to dayjs"],
    ),
    (
        "Vitest for the unit tests",
        &["convert Mocha to Vitest as the runner of the unit tests"],
        &["convert Vitest to Mocha as the runner of the unit tests"],
    ),
    (
        "mocking the database in integration tests",
        &["集成测试改用 mock 数据库"],
        &["集成测试里的 mock 数据库改成真的 Postgres"],
    ),
    (
        "moment.js for dates — too big",
        &["replace dayjs with moment", "format the dates with moment.js"],
        &["replace moment with dayjs", "replace moment.js by dayjs"],
    ),
    (
        "Redux — too much boilerplate",
        &[
            "convert the local state to Redux",
            "rewrite the store to use Redux",
            "refactor the Redux store to simplify the reducers",
        ],
        &["convert the Redux store to local state", "turn the Redux store into signals"],
    ),
    (
        "用 MyISAM 建表",
        &["把订单表的引擎换成 MyISAM", "convert the order table to MyISAM"],
        &["把订单表从 MyISAM 换成 InnoDB", "MyISAM 改用 InnoDB", "MyISAM 表转换成 InnoDB"],
    ),
    ("XML config files", &["convert the JSON config to XML"], &["convert the XML config to JSON"]),
    ("用 XML 写配置", &["把 YAML 配置改成 XML"], &["把 XML 配置改成 YAML"]),
    (
        "callbacks for async code",
        &["rewrite the promises as callbacks"],
        &["rewrite the callbacks as promises"],
    ),
    (
        "用轮询取状态，太慢",
        &["状态推送改成轮询", "状态推送重写成轮询"],
        &["轮询改成推送", "轮询改用推送"],
    ),
];

#[test]
fn what_becomes_another_is_left() {
    for (tried, repeats, cures) in TURNS {
        all_are(true, tried, repeats);
        all_are(false, tried, cures);
    }
}

#[test]
fn the_direction_of_a_failed_move_counts() {
    let tried = "moved sessions from Postgres to Redis and lost them";
    all_are(true, tried, &["move sessions from Postgres to Redis", "把会话从 Postgres 迁到 Redis"]);
    all_are(false, tried, &["move sessions from Redis back to Postgres"]);
    let tried = "从 Postgres 迁移到 Redis 后会话丢失";
    all_are(true, tried, &["会话从 Postgres 迁移到 Redis"]);
    all_are(false, tried, &["会话从 Redis 迁回 Postgres"]);
}

#[test]
fn where_something_is_read_from_is_no_move() {
    let tried = "loading the users from Redis was stale";
    all_are(true, tried, &["load users from Redis"]);
    all_are(true, "从 Redis 读取用户信息是旧数据", &["从 Redis 读取用户信息"]);
    let tried = "running migrations from the app at startup caused races";
    all_are(true, tried, &["run the migrations from the app at startup"]);
}

#[test]
fn what_a_thing_is_made_belongs_to_the_approach() {
    let tried = "storing prices as float gave rounding errors";
    all_are(true, tried, &["keep the price in a double column", "价格用浮点数存"]);
    all_are(false, tried, &["move prices from float to integer cents", "价格改用整数存"]);
}

#[test]
fn an_arrow_behind_a_failure_says_what_it_led_to() {
    for tried in
        ["caching the cart in Memcached -> stale prices", "把购物车缓存进 Memcached → 价格不更新"]
    {
        all_are(true, tried, &["cache the cart in Memcached", "购物车放进 Memcached 缓存"]);
        all_are(false, tried, &["show the stale prices in red"]);
    }
}
