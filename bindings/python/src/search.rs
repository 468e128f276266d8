//! What a search is limited to.

use mindsave::search::{Filter, Page};
use mindsave::tokens::TokenCount;
use mindsave::{MindSave, Result, answer};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::{error, read};

/// The options of a search, as they were given.
#[derive(Default)]
pub(crate) struct Options {
    kinds: Vec<String>,
    sessions: Vec<String>,
    files: Vec<String>,
    since: Option<String>,
    until: Option<String>,
    page: Page,
}

impl Options {
    /// Reads the keyword arguments of a search.
    pub(crate) fn read(py: Python<'_>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut options = Self::default();
        let Some(given) = given else { return Ok(options) };
        for (key, value) in given {
            let name = read::text(&key, "options")?;
            if value.is_none() {
                continue;
            }
            match name.as_str() {
                "kinds" => options.kinds = read::texts(&value, &name)?,
                "sessions" => options.sessions = read::texts(&value, &name)?,
                "files" => options.files = read::texts(&value, &name)?,
                "since" => options.since = Some(read::text(&value, &name)?),
                "until" => options.until = Some(read::text(&value, &name)?),
                "budget" => options.page.budget = TokenCount::new(read::count(&value, &name)?),
                "skip" => options.page.skip = read::count(&value, &name)? as usize,
                _ => return Err(error::invalid(py, format!("`{name}` is no option of a search"))),
            }
        }
        Ok(options)
    }

    /// Returns what is looked through, and which page is wanted.
    fn limits(self, mind: &MindSave) -> Result<(Filter, Page)> {
        let Self { kinds, sessions, files, since, until, page } = self;
        let since = since.map(|text| mind.span_start(&text)).transpose()?;
        let before = until.map(|text| mind.span_end(&text)).transpose()?;
        Ok((Filter { kinds, sessions, files, since, before }, page))
    }

    /// Searches every archive, the other layers and the failures.
    pub(crate) fn search(self, mind: &MindSave, keyword: &str) -> Result<Value> {
        let (filter, page) = self.limits(mind)?;
        answer::searched(mind, keyword, &mind.search(keyword, &filter, page)?)
    }
}
