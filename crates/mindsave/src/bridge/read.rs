//! Reads the reasons out of iCPG's database. It is opened for reading only.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Row};

use super::{Reason, corrupt};
use crate::{Error, Result};

/// Reads all reasons, the oldest first.
pub(super) fn reasons(path: &Path) -> Result<Vec<Reason>> {
    if !path.is_file() {
        return Err(Error::not_found(format!("there is no {}", path.display())));
    }
    let failed = |cause| corrupt("the reasons cannot be read", cause);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(path, flags).map_err(failed)?;
    let query = "SELECT id, goal, status, scope, invariants, postconditions FROM reasons ORDER BY created_at, id";
    let mut query = database.prepare(query).map_err(failed)?;
    let rows = query.query_map([], reason).map_err(failed)?;
    rows.collect::<rusqlite::Result<Vec<Reason>>>().map_err(failed)
}

fn reason(row: &Row<'_>) -> rusqlite::Result<Reason> {
    let text = |column: usize| {
        Ok::<_, rusqlite::Error>(row.get::<_, Option<String>>(column)?.unwrap_or_default())
    };
    let mut rules = texts(&text(4)?);
    rules.extend(texts(&text(5)?));
    Ok(Reason { id: text(0)?, goal: text(1)?, status: text(2)?, scope: texts(&text(3)?), rules })
}

/// The texts of a column: a JSON list, or one text.
fn texts(column: &str) -> Vec<String> {
    match serde_json::from_str::<Vec<String>>(column) {
        Ok(texts) => texts,
        Err(_) => {
            Some(column.trim().to_owned()).filter(|text| !text.is_empty()).into_iter().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    const SCHEMA: &str =
        "CREATE TABLE reasons (id TEXT PRIMARY KEY, goal TEXT NOT NULL, status TEXT,
        scope TEXT, invariants TEXT, postconditions TEXT, created_at TEXT)";

    #[test]
    fn lists_and_single_texts_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("reason.db");
        let database = Connection::open(&path).unwrap();
        database.execute(SCHEMA, []).unwrap();
        let row = "INSERT INTO reasons VALUES ('r1', '登录可用', 'executing', '[\"src/\"]', '[\"不要用 JWT\"]', 'revocable', '2026')";
        database.execute(row, []).unwrap();
        database.execute("INSERT INTO reasons (id, goal) VALUES ('r2', 'x')", []).unwrap();
        let read = reasons(&path).unwrap();
        assert_eq!(read.len(), 2);
        let first = read.iter().find(|reason| reason.id == "r1").unwrap();
        assert_eq!((first.goal.as_str(), first.scope[0].as_str()), ("登录可用", "src/"));
        assert_eq!(first.rules, ["不要用 JWT", "revocable"]);
    }

    #[test]
    fn what_is_no_database_is_corrupt_and_what_is_not_there_not_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("reason.db");
        assert_eq!(reasons(&path).unwrap_err().kind(), ErrorKind::NotFound);
        std::fs::write(&path, "no database at all, but long enough to be looked at as one")
            .unwrap();
        assert_eq!(reasons(&path).unwrap_err().kind(), ErrorKind::Corrupt);
    }
}
