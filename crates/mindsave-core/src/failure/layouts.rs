//! Two readers of failure files mean the same: that of our own layout, and that of any YAML.

use super::codec::{decode, decode_plain, decode_yaml};

#[track_caller]
fn same(text: &str) {
    let said = |read: crate::Result<_>| read.map_err(|error| error.to_string());
    assert_eq!(said(decode(text)), said(decode_yaml(text)), "{text}");
}

#[test]
fn the_own_layout_reads_as_yaml_does() {
    for text in [
        "name: \"a\"\n",
        "name: \"\"\n",
        "reason: \"a: b # c\"\nname: \" 用 MyISAM 建表 \"\n",
        "name: \"a\"\nreason: \"say \\\"no\\\" \\\\ twice\\n\\tand go 🙂\"\n",
        "name: \"a\"\nalternatives:\n  - \"- b\"\n  - \"\"\nrelated:\n  - \"c\"\n",
        "name: \"a\"\nrepeat_count: 999999999999999999\ncounts: {\"b\":1,\"a\": 0}\n",
        "name: \"a\"\ncounts: {}\nfingerprints: []\n",
        "name: \"a\"\ncounts: {\"\":1}\n",
        "name: \"a\"\nfingerprints: [{\"call\":\"c\",\"error\":\"e\",\"counts\":{\"w\":2}}]\n",
        "name: \"a\"\nfingerprints: [{\"call\":\"c\",\"error\":\"e\",\"more\":[null]}]\n",
        "name: \"a\"\nretired: {\"at\":\"2026-05-10\",\"reason\":\"换了\"}\n",
        "name: \"a\"\nretired: {\"at\":\"soon\",\"reason\":\"\"}\n",
        "name: \"a\"\nscope: \"planet\"\nfirst_seen: \"never\"\n",
        "name: \"a\"\nfirst_seen: \"2026-05-10T14:30:00+08:00\"\nscope: \"global\"\n",
    ] {
        assert!(decode_plain(text).is_some(), "{text}");
        same(text);
    }
}

#[test]
fn every_other_layout_means_what_yaml_says() {
    for text in [
        "",
        "\n",
        "name: \"a\"",
        "name: a\n",
        "name: 'a'\n",
        "name: \"a\" # why\n",
        "name: \"a\"\r\n",
        "name: \"a\"\n\n",
        "name: \"a\"\n  b\n",
        "name: \"a\nb\"\n",
        "name: \"a\" \"b\"\n",
        "name: \"a\"\nname: \"b\"\n",
        "name: \"a\"\nwhy: \"b\"\n",
        "name: \"a\"\nmine: 7\n",
        "name: \"a\"\nreason: \"\\ud83d\\ude00\"\n",
        "name: \"a\"\nreason: \"\\u0041\\/\\q\"\n",
        "name: \"a\"\nreason: \"\t\"\n",
        "name: \"a\"\nreason: \"\u{85}\u{2028}\"\n",
        "name: \"a\"\nreason: \"\\\"\n",
        "name: \"a\"\nreason:\n",
        "name: \"a\"\nreason: null\n",
        "name: \"a\"\nalternatives:\n",
        "name: \"a\"\nalternatives:\n  - b\n",
        "name: \"a\"\nalternatives:\n- \"b\"\n",
        "name: \"a\"\nalternatives: [\"b\"]\n",
        "name: \"a\"\nrepeat_count: 007\n",
        "name: \"a\"\nrepeat_count: -1\n",
        "name: \"a\"\nrepeat_count: 1.0\n",
        "name: \"a\"\nrepeat_count: 99999999999999999999\n",
        "name: \"a\"\ncounts: {b: 1}\n",
        "name: \"a\"\ncounts: {\"b\":1} # c\n",
        "name: \"a\"\ncounts: {\"b\":1.5}\n",
        "name: \"a\"\ncounts: null\n",
        "name: \"a\"\nretired: null\n",
        "name: \"a\"\nretired: [\"2026-05-10\", \"b\"]\n",
        "name: \"a\"\nfingerprints: [[\"c\", \"e\"]]\n",
        "name: \"a\"\nfingerprints: [{\"call\":\"c\",\"error\":\"e\"}, [\"c\", \"e\"]]\n",
        "name: \"a\"\nreason: \"a\\x+4b\"\n",
        "--- \nname: \"a\"\n",
    ] {
        same(text);
    }
    let long = format!("name: \"a\"\ncounts: {{\"{}\":1}}\n", "b".repeat(1100));
    same(&long);
}
