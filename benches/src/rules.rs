//! Rules as instruction files have them, made up in any number and all different.

/// Which language the rules are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    Chinese,
}

/// What rules are made of: `{a}` and `{b}` are technologies, `{path}` a place in a code base, `{name}` something declared there.
struct Parts {
    templates: [&'static str; 16],
    areas: [&'static str; 24],
}

const ENGLISH: Parts = Parts {
    templates: [
        "never import {a} in {path}",
        "use {a} instead of {b} for everything under {path}",
        "{path}: prefer {a} over {b}",
        "Do not add {a} to {path}; `{name}` already wraps it",
        "`{name}` must be covered by {a} tests",
        "keep {a} out of `{name}`",
        "All code in {path} goes through {a}, not {b}",
        "no {a}, {b} or wrappers around them in {path}",
        "Only use {a} in {path} unless `{name}` needs {b}",
        "avoid mixing {a} and {b} in {path}",
        "Run the {a} checks before you touch {path}",
        "{name} talks to {a} directly. Don't put {b} in between",
        "we dropped {b} in {path} because {a} is faster",
        "Write the docs of `{name}` in English and link the {a} guide",
        "errors from {a} are wrapped in {path} and never swallowed",
        "functions in {path} stay under 40 lines, {a} handlers included",
    ],
    areas: [
        "billing",
        "invoices",
        "checkout",
        "search",
        "profile",
        "settings",
        "reports",
        "exports",
        "webhooks",
        "auth",
        "sessions",
        "uploads",
        "mailer",
        "queue",
        "cache",
        "admin",
        "audit",
        "metrics",
        "catalog",
        "pricing",
        "orders",
        "shipping",
        "support",
        "onboarding",
    ],
};

const CHINESE: Parts = Parts {
    templates: [
        "{path} 目录下禁止引入 {a}",
        "{path} 里统一使用 {a}，不要用 {b}",
        "优先用 {a} 而不是 {b}，尤其是 {path}",
        "不要在 {path} 里加 {a}，`{name}` 已经封装好了",
        "`{name}` 必须有 {a} 测试覆盖",
        "`{name}` 里不得依赖 {a}",
        "{path} 的代码一律走 {a}，弃用 {b}",
        "{path} 里别用 {a}、{b} 以及它们的封装",
        "除非 `{name}` 需要 {b}，否则 {path} 只用 {a}",
        "避免在 {path} 中混用 {a} 和 {b}",
        "修改 {path} 之前先跑一遍 {a} 检查",
        "{name} 直接访问 {a}，中间不要再套一层 {b}",
        "{path} 已经不再使用 {b}，因为 {a} 更快",
        "`{name}` 的注释用中文写，并附上 {a} 文档链接",
        "{path} 中 {a} 抛出的异常必须包装，严禁吞掉",
        "{path} 的函数不超过 40 行，{a} 的处理函数也一样",
    ],
    areas: [
        "账单", "发票", "结算", "搜索", "资料", "设置", "报表", "导出", "回调", "认证", "会话",
        "上传", "邮件", "队列", "缓存", "后台", "审计", "指标", "目录", "定价", "订单", "物流",
        "客服", "引导",
    ],
};

const TECHNOLOGIES: [&str; 40] = [
    "React",
    "Vue",
    "Svelte",
    "Tailwind",
    "CSS Modules",
    "styled-components",
    "Redux",
    "Zustand",
    "Prisma",
    "Drizzle",
    "TypeORM",
    "PostgreSQL",
    "MySQL",
    "MongoDB",
    "Redis",
    "Kafka",
    "RabbitMQ",
    "JWT",
    "OAuth",
    "GraphQL",
    "REST",
    "gRPC",
    "tRPC",
    "Jest",
    "Vitest",
    "Playwright",
    "Cypress",
    "ESLint",
    "Biome",
    "Prettier",
    "pnpm",
    "npm",
    "Yarn",
    "Docker",
    "Kubernetes",
    "Terraform",
    "lodash",
    "axios",
    "moment",
    "Zod",
];

const ROOTS: [&str; 20] = [
    "src",
    "app",
    "lib",
    "packages/core",
    "packages/ui",
    "packages/server",
    "services/api",
    "services/worker",
    "apps/web",
    "apps/mobile",
    "apps/desktop",
    "internal",
    "pkg",
    "cmd",
    "modules",
    "features",
    "src/server",
    "src/client",
    "src/shared",
    "tools",
];

const LEAVES: [&str; 12] = [
    "handlers",
    "models",
    "views",
    "hooks",
    "store",
    "routes",
    "jobs",
    "schemas",
    "client",
    "adapters",
    "fixtures",
    "components",
];

const NOUNS: [&str; 24] = [
    "Invoice", "Customer", "Payment", "Order", "Token", "Session", "Report", "Upload", "Ledger",
    "Coupon", "Tenant", "Webhook", "Refund", "Catalog", "Address", "Parcel", "Ticket", "Avatar",
    "Budget", "Locale", "Quota", "Banner", "Digest", "Tariff",
];

const ROLES: [&str; 24] = [
    "Service",
    "Repository",
    "Factory",
    "Mapper",
    "Gateway",
    "Builder",
    "Parser",
    "Exporter",
    "Importer",
    "Scheduler",
    "Notifier",
    "Resolver",
    "Presenter",
    "Policy",
    "Registry",
    "Monitor",
    "Adapter",
    "Planner",
    "Loader",
    "Signer",
    "Router",
    "Merger",
    "Pruner",
    "Sampler",
];

/// Makes this many rules; the first ones of a longer list are the shorter list.
pub(crate) fn rules(language: Language, count: usize) -> Vec<String> {
    let parts = if language == Language::English { &ENGLISH } else { &CHINESE };
    let mut rules = Vec::with_capacity(count);
    rules.extend((0..count).map(|number| rule(parts, number)));
    rules
}

/// Writes rule `number`: the number says which part goes into each place, so no two are equal.
fn rule(parts: &Parts, number: usize) -> String {
    // Each place takes what the places before it left of the number.
    let mut left = number;
    let mut next = |size: usize| {
        let digit = left % size;
        left /= size;
        digit
    };
    let (template, a) = (next(parts.templates.len()), next(TECHNOLOGIES.len()));
    let (area, leaf, root) = (next(parts.areas.len()), next(LEAVES.len()), next(ROOTS.len()));
    // What a place shows may depend on the others as well, so that a short list has all of it.
    let root = (root + 7 * area + leaf) % ROOTS.len();
    let b = (a + 1 + (area + leaf) % (TECHNOLOGIES.len() - 1)) % TECHNOLOGIES.len();
    let (noun, role) = ((area + root) % NOUNS.len(), (2 * leaf + root) % ROLES.len());
    let mut out = String::with_capacity(80);
    let mut rest = parts.templates[template];
    let mut placed = false;
    while let Some((before, after)) = rest.split_once('{') {
        let (place, after) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(before);
        match place {
            "a" => out.push_str(TECHNOLOGIES[a]),
            "b" => out.push_str(TECHNOLOGIES[b]),
            "path" => {
                placed = true;
                out.extend([ROOTS[root], "/", parts.areas[area], "/", LEAVES[leaf]]);
            }
            _ => out.extend([NOUNS[noun], ROLES[role]]),
        }
        rest = after;
    }
    out.push_str(rest);
    if !placed {
        // A rule without a place gets one, or two rules could be equal.
        out.extend([" (", ROOTS[root], "/", parts.areas[area], "/", LEAVES[leaf], ")"]);
    }
    out.shrink_to_fit();
    out
}
