//! The hosts there are.

use std::fmt;

/// A program that runs coding agents and calls hooks.
///
/// ```
/// use mindsave_hosts::Host;
///
/// assert_eq!(Host::parse("claude-code"), Some(Host::ClaudeCode));
/// assert_eq!(Host::parse("Gemini-CLI"), Some(Host::Gemini));
/// assert_eq!(Host::parse("emacs"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Host {
    /// Claude Code.
    ClaudeCode,
    /// Codex CLI.
    Codex,
    /// Cursor.
    Cursor,
    /// Gemini CLI.
    Gemini,
    /// GitHub Copilot CLI and cloud agent.
    Copilot,
    /// VS Code.
    VsCode,
    /// Cline.
    Cline,
    /// Windsurf.
    Windsurf,
    /// `OpenCode`, through our plugin.
    OpenCode,
    /// `OpenClaw`, through a plugin.
    OpenClaw,
}

impl Host {
    /// All hosts.
    pub const ALL: [Self; 10] = [
        Self::ClaudeCode,
        Self::Codex,
        Self::Cursor,
        Self::Gemini,
        Self::Copilot,
        Self::VsCode,
        Self::Cline,
        Self::Windsurf,
        Self::OpenCode,
        Self::OpenClaw,
    ];

    /// Returns the host's word in commands.
    pub fn word(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::Gemini => "gemini",
            Self::Copilot => "copilot",
            Self::VsCode => "vscode",
            Self::Cline => "cline",
            Self::Windsurf => "windsurf",
            Self::OpenCode => "opencode",
            Self::OpenClaw => "openclaw",
        }
    }

    /// Returns the host's name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex",
            Self::Cursor => "Cursor",
            Self::Gemini => "Gemini CLI",
            Self::Copilot => "Copilot CLI",
            Self::VsCode => "VS Code",
            Self::Cline => "Cline",
            Self::Windsurf => "Windsurf",
            Self::OpenCode => "OpenCode",
            Self::OpenClaw => "OpenClaw",
        }
    }

    /// Returns the host of a word, in any case, with or without `-cli`.
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        let word = word.strip_suffix("-cli").unwrap_or(&word);
        let plain = match word {
            "claude" => "claude-code",
            "vs-code" | "code" => "vscode",
            "github-copilot" => "copilot",
            word => word,
        };
        Self::ALL.into_iter().find(|host| host.word() == plain)
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
