//! Settings of a workspace: `.mindsave/config.toml`, and below it `~/.mindsave/config.toml`.

use std::time::Duration;

use mindsave_core::pressure::Bases;
use serde::Deserialize;

use crate::{Error, Limits, Result};

/// What a new workspace's settings file says: every setting with its default, switched off.
pub(crate) const TEMPLATE: &str = "\
# Settings of mindsave in this workspace. A line without `#` overrides the default shown.

# max_snapshots = 20      # how many snapshots are kept; open and blocked ones always are
# max_age_days = 30       # after how many days a completed snapshot is removed
# lock_timeout_ms = 10000 # how long a save waits for another process
# git_diff = true         # whether a save archives `git diff --stat`
# base_warning = 0.60     # how full the context is when pressure turns yellow, from 0.50 to 0.70
# base_critical = 0.80    # and when it turns red, from 0.70 to 0.90; growth and complexity move both
";

/// Settings with their defaults filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The limits of clean-up.
    pub limits: Limits,
    /// How long a save waits for another process.
    pub lock_timeout: Duration,
    /// Whether a save archives `git diff --stat`.
    pub git_diff: bool,
    /// Where pressure turns yellow and red before growth and complexity move it.
    pub bases: Bases,
    /// What is wrong with the file but does not stop anything: unknown settings.
    pub warnings: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            lock_timeout: Duration::from_secs(10),
            git_diff: true,
            bases: Bases::default(),
            warnings: Vec::new(),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct File {
    max_snapshots: Option<usize>,
    max_age_days: Option<u32>,
    lock_timeout_ms: Option<u64>,
    git_diff: Option<bool>,
    base_warning: Option<f64>,
    base_critical: Option<f64>,
}

const KNOWN: [&str; 6] = [
    "max_snapshots",
    "max_age_days",
    "lock_timeout_ms",
    "git_diff",
    "base_warning",
    "base_critical",
];

impl Settings {
    /// Applies the text of a settings file over these settings.
    ///
    /// # Errors
    /// `invalid_input` with line and column when the file is no TOML or a setting has the wrong
    /// type or makes no sense.
    pub fn apply(mut self, text: &str, file: &str) -> Result<Self> {
        let refuse = |cause: toml::de::Error| {
            let at = cause.span().map_or(0, |span| span.start);
            let before = text.get(..at).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            Error::invalid(cause.message().to_owned()).in_file(file).at(line, column)
        };
        let table: toml::Table = toml::from_str(text).map_err(refuse)?;
        let given: File = toml::from_str(text).map_err(refuse)?;
        let unknown = table.keys().filter(|key| !KNOWN.contains(&key.as_str()));
        self.warnings.extend(unknown.map(|key| format!("{file}: unknown setting `{key}`")));
        if given.max_snapshots == Some(0) {
            return Err(Error::invalid("`max_snapshots` must be at least 1").in_file(file));
        }
        self.limits.max_snapshots = given.max_snapshots.unwrap_or(self.limits.max_snapshots);
        self.limits.max_age_days = given.max_age_days.unwrap_or(self.limits.max_age_days);
        self.lock_timeout = given.lock_timeout_ms.map_or(self.lock_timeout, Duration::from_millis);
        let warning = given.base_warning.unwrap_or(self.bases.warning());
        let critical = given.base_critical.unwrap_or(self.bases.critical());
        self.bases = Bases::new(warning, critical).map_err(|error| error.in_file(file))?;
        self.git_diff = given.git_diff.unwrap_or(self.git_diff);
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_the_default() {
        assert_eq!(
            Settings::default().apply(TEMPLATE, "config.toml").unwrap(),
            Settings::default()
        );
        let on = TEMPLATE.replace("# max", "max").replace("# lock", "lock").replace("# git", "git");
        let on = on.replace("# base", "base");
        assert_eq!(Settings::default().apply(&on, "config.toml").unwrap(), Settings::default());
    }

    #[test]
    fn unknown_settings_warn_and_wrong_ones_are_refused_with_their_place() {
        let settings =
            Settings::default().apply("max_snapshot = 3\nmax_age_days = 7", "c").unwrap();
        assert_eq!(settings.warnings, ["c: unknown setting `max_snapshot`"]);
        assert_eq!(settings.limits.max_age_days, 7);
        let error = Settings::default().apply("\nmax_age_days = \"x\"", "c").unwrap_err();
        assert!(error.to_string().starts_with("c:2:16: "), "{error}");
        assert!(Settings::default().apply("max_snapshots = 0", "c").is_err());
    }

    #[test]
    fn bases_of_pressure_have_their_ranges() {
        let read = |text: &str| Settings::default().apply(text, "c");
        let settings = read("base_warning = 0.55\nbase_critical = 0.9").unwrap();
        assert_eq!((settings.bases.warning(), settings.bases.critical()), (0.55, 0.90));
        for (text, message) in [
            ("base_warning = 0.49", "c: `base_warning` must be from 0.50 to 0.70, got 0.49"),
            ("base_critical = 91", "c: `base_critical` must be from 0.70 to 0.90, got 91"),
            ("base_critical = nan", "c: `base_critical` must be from 0.70 to 0.90, got NaN"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message);
        }
        assert!(read("base_warning = \"0.6\"").is_err());
    }
}
