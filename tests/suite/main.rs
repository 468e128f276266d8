//! The integration tests, one module a subject, all in one binary.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on has to stop, in its helpers as well"
)]

mod architecture;
mod autosave;
mod budgets;
mod cli_compress;
mod cli_compress_input;
mod cli_doctor;
mod cli_errors;
mod cli_extract;
mod cli_failures;
mod cli_gotchas;
mod cli_load;
mod cli_recall;
mod cli_rules;
mod cli_save;
mod cli_snapshots;
mod cli_workspace;
mod compress_corpus;
mod compress_properties;
mod concurrency;
mod crash;
mod demo;
mod dialects;
mod extract_corpus;
mod failure_cache;
mod file_store;
mod hosts_samples;
mod hosts_session;
mod hosts_setup;
mod kept_files;
mod live_state;
mod loops_corpus;
mod mended;
mod pressure;
mod search_index;
mod secrets;
mod store_contract;
mod time_bounds;
mod tokens_bound;
mod tokens_corpus;
mod upstream_d1;
mod upstream_d2;
mod vectors;
mod worktrees;

/// A file that nobody lists would never be run.
#[test]
fn every_file_of_this_folder_is_listed_here() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("suite");
    let listed = include_str!("main.rs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let module = name.trim_end_matches(".rs");
        let found = listed.contains(&format!("\nmod {module};\n"));
        assert!(module == "main" || found, "{name} is not listed in main.rs");
    }
}
