//! Rules that pile up become few lines, and none is lost: `cargo run --example rules`.
//!
//! 规则越积越多：合并成几行，一条也不丢。

use std::io::Write;

use mindsave::compress::{Compressor, Request, decompress};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = [
        "use pnpm, not npm",
        "禁止使用 npm 安装依赖",
        "no tailwind",
        "use css variables",
        "文件不超过 300 行",
        "use Redux",
        "never use Redux",
    ];
    let request = Request { constraints: rules.map(String::from).to_vec(), ..Request::default() };
    let compressed = Compressor::builtin().compress(&request)?;

    let mut out = std::io::stdout().lock();
    for (name, entry) in &compressed.symbolic {
        writeln!(out, "{name} = {}: {}", entry.strategy, entry.line)?;
    }
    for conflict in &compressed.conflicts {
        writeln!(out, "! {} / {}", conflict.a.text, conflict.b.text)?;
    }
    writeln!(out, "--- for the model:\n{}", compressed.rendered)?;

    assert_eq!(decompress(&compressed), request);
    assert_eq!(compressed.symbolic["theme_system"].strategy, "css_variables_only");
    Ok(())
}
