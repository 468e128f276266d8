//! Likeness of rules by their words; it never decides a merge on its own.

use hashbrown::HashMap;

use crate::text::{Lexicon, Statement, fold, is_ideograph};

/// Finds pairs of rules that share words: (first, second, share), most alike first.
///
/// The share is that of common words in the longer rule, 1.0 for equal ones. Chinese is compared
/// by pairs of characters. Words that half of a long list has in common find no pairs.
///
/// ```
/// use mindsave_core::compress::find_similar_constraints;
///
/// let rules = ["no default exports", "default exports are banned", "写测试"].map(String::from);
/// let pairs = find_similar_constraints(&rules, 0.6);
/// assert_eq!((pairs.len(), pairs[0].0, pairs[0].1), (1, 0, 1));
/// ```
pub fn find_similar_constraints(rules: &[String], threshold: f64) -> Vec<(usize, usize, f64)> {
    let lexicon = Lexicon::builtin();
    let words: Vec<Vec<String>> =
        rules.iter().map(|rule| Statement::parse(rule, &[lexicon]).words()).collect();
    let han: Vec<Vec<String>> = rules.iter().map(|rule| ideograph_pairs(rule)).collect();
    // A rule without any word is alike to the same rule at least.
    let whole = |i: usize| (words[i].is_empty() && han[i].is_empty()).then(|| rules[i].trim());
    let mut holders: HashMap<&str, Vec<usize>> = HashMap::new();
    for (i, own) in words.iter().enumerate() {
        for word in own.iter().chain(&han[i]).map(String::as_str).chain(whole(i)) {
            holders.entry(word).or_default().push(i);
        }
    }
    let common = (rules.len() / 2).max(64);
    let mut pairs = Vec::new();
    for (b, own) in words.iter().enumerate() {
        let named = own.iter().chain(&han[b]).map(String::as_str).chain(whole(b));
        let known =
            named.filter_map(|word| holders.get(word)).filter(|known| known.len() <= common);
        let mut seen: Vec<usize> = known.flatten().copied().filter(|&a| a < b).collect();
        seen.sort_unstable();
        seen.dedup();
        for a in seen {
            let same = rules[a].trim() == rules[b].trim();
            let likeness = || overlap(&words[a], own).max(overlap(&han[a], &han[b]));
            let score = if same { 1.0 } else { likeness() };
            if score >= threshold {
                pairs.push((a, b, score));
            }
        }
    }
    pairs.sort_by(|x, y| y.2.total_cmp(&x.2).then((x.0, x.1).cmp(&(y.0, y.1))));
    pairs
}

/// The pairs of neighbouring ideographs in a rule, sorted.
fn ideograph_pairs(rule: &str) -> Vec<String> {
    let chars: Vec<char> = fold(rule).chars().collect();
    let han = chars.windows(2).filter(|pair| pair.iter().all(|&c| is_ideograph(c)));
    let mut pairs: Vec<String> = han.map(|pair| pair.iter().collect()).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The share of common words in the longer of two sorted lists.
pub(super) fn overlap(a: &[String], b: &[String]) -> f64 {
    let longer = a.len().max(b.len());
    if longer == 0 {
        return 0.0;
    }
    let common = a.iter().filter(|word| b.binary_search(word).is_ok()).count();
    #[expect(clippy::cast_precision_loss, reason = "a rule has few words")]
    let share = common as f64 / longer as f64;
    share
}
