//! Entries to search, made up in any number: about forty words each, two thirds English, one third
//! Chinese, with names of a code base in both.

use mindsave::Timestamp;
use mindsave::search::Document;

/// Words by how often they are used: the first ones far more often than the last.
const ENGLISH: &str = "the to of and in a is for on with that it not we as be this test add fix \
    error file user call build when after before from run use return session token login page \
    check cache query index table column order report upload retry timeout queue worker lock \
    schema migration config default branch commit merge review deploy rollback staging metric \
    alert budget parser lexer snapshot resume pressure handler router middleware payload header \
    cookie refresh expire revoke signature webhook invoice refund ledger tenant locale digest \
    throttle backoff idempotent shard replica partition consumer producer offset checkpoint \
    batch stream cursor pagination tooltip sidebar modal viewport breakpoint gradient";
const CHINESE: &str = "的了在是我们不要使用修复测试登录页面样式用户接口错误文件配置数据库查询缓存索引\
    会话令牌过期重试超时队列任务迁移部署回滚分支提交合并评审报表订单退款账单租户通知回调签名加密权限\
    角色菜单按钮表单校验分页排序筛选导出导入模板渲染构建打包发布监控告警日志快照恢复压力预算约束决策";
const PREFIXES: [&str; 12] = [
    "get", "set", "load", "save", "parse", "render", "fetch", "apply", "merge", "verify", "open",
    "close",
];
const NOUNS: [&str; 14] = [
    "Session", "Token", "Invoice", "Order", "Report", "Ledger", "Tenant", "Webhook", "Snapshot",
    "Budget", "Cursor", "Schema", "Cache", "Queue",
];

/// Numbers that look like chance and are the same in every run.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2) + 1)
    }

    /// Returns a number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// Returns a number below `limit`, small ones more often.
    fn skewed(&mut self, limit: usize) -> usize {
        let most = self.below(limit) + 1;
        self.below(most)
    }
}

/// Makes this many entries.
pub(crate) fn entries(count: usize) -> Vec<Document> {
    let start = Timestamp::from_millis(1_700_000_000_000);
    let mut numbers = Numbers::new(7);
    let minutes = (0_i64..).map(|minute| 60_000 * minute);
    let document = |(number, millis): (usize, i64)| Document {
        source: format!("task_{}", number / 20),
        kind: ["step", "decision", "constraint", "note"][number % 4].into(),
        text: text(number, &mut numbers),
        session: format!("session_{}", number / 50),
        at: Some(Timestamp::from_millis(start.as_millis() + millis)),
        files: vec![format!("src/module_{}/file.rs", number % 40)],
        ..Document::default()
    };
    (0..count).zip(minutes).map(document).collect()
}

/// Writes the text of one entry.
fn text(number: usize, numbers: &mut Numbers) -> String {
    let mut text = format!("entry{number} ");
    if number % 3 == 2 {
        let chars: Vec<char> = CHINESE.chars().filter(|c| !c.is_whitespace()).collect();
        for _ in 0..20 {
            let at = numbers.skewed(chars.len() - 3);
            text.extend(&chars[at..at + 3]);
            if numbers.below(5) == 0 {
                text.push('，');
            }
        }
    } else {
        for _ in 0..36 {
            text.push_str(word(numbers));
            text.push(' ');
        }
    }
    for _ in 0..3 {
        text.push(' ');
        text.push_str(PREFIXES[numbers.below(PREFIXES.len())]);
        text.push_str(NOUNS[numbers.below(NOUNS.len())]);
        text.push_str(&numbers.below(200).to_string());
    }
    text
}

fn word(numbers: &mut Numbers) -> &'static str {
    let words = ENGLISH.split_whitespace();
    let count = words.clone().count();
    words.clone().nth(numbers.skewed(count)).unwrap_or_default()
}

/// Makes queries of every kind, the first of each kind like the others.
pub(crate) fn queries(count: usize) -> Vec<String> {
    let mut numbers = Numbers::new(11);
    let chars: Vec<char> = CHINESE.chars().filter(|c| !c.is_whitespace()).collect();
    let query = |number: usize| {
        let at = numbers.below(chars.len() - 6);
        let run = |len: usize| chars[at..at + len].iter().collect::<String>();
        match number % 8 {
            0 => format!("{} {}", word(&mut numbers), word(&mut numbers)),
            1 => format!(
                "why did we {} the {} {}",
                word(&mut numbers),
                word(&mut numbers),
                word(&mut numbers)
            ),
            2 => run(2),
            3 => format!("{} {}", run(5), word(&mut numbers)),
            4 => format!("\"{} {}\"", word(&mut numbers), word(&mut numbers)),
            5 => format!("{}* AND {}", &word(&mut numbers)[..1], word(&mut numbers)),
            6 => format!("({} OR {}) NOT {}", word(&mut numbers), run(2), word(&mut numbers)),
            _ => format!("get{} {}", NOUNS[numbers.below(NOUNS.len())], run(1)),
        }
    };
    (0..count).map(query).collect()
}
