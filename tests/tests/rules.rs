//! Every rule has a page whose examples hold, and fixtures.

use std::collections::BTreeSet;

use crdls_check::codes;
use crdls_report::{Code, Config, Severity};
use crdls_tests::{corpus, fixture, go_fixture, page, update};

#[test]
fn codes_are_sorted_kebab_case_and_unique() {
    let codes: Vec<_> = codes::ALL.iter().map(|rule| rule.name).collect();
    let sorted: BTreeSet<_> = codes.iter().copied().collect();
    assert_eq!(codes, sorted.into_iter().collect::<Vec<_>>());
    let kebab = |code: &&str| code.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit());
    assert!(codes.iter().all(kebab));
}

#[test]
fn every_page_has_its_sections() {
    let mut wrong = Vec::new();
    for rule in codes::ALL {
        let sections = page::sections(rule);
        let titled = rule.page.lines().next() == Some(&format!("# {}", rule.name));
        if !titled || page::headings(rule) != sections {
            wrong.push(format!("{}: {:?}", rule.name, page::headings(rule)));
        }
    }
    assert!(wrong.is_empty(), "{} pages:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_page_opens_with_what_differs_in_its_examples() {
    let mut wrong = Vec::new();
    for rule in codes::ALL {
        if let Some(fault) = fault_of_diff(rule) {
            wrong.push(format!("{}: {fault}", rule.name));
        }
    }
    assert!(wrong.is_empty(), "{} pages:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is wrong with the diff block of a page. A removed line is a line of the rejected example, an added line one
/// of the accepted example, and context one of either; indentation and blanks at the end do not count.
fn fault_of_diff(rule: &Code) -> Option<String> {
    let Some(diff) = page::diff(rule) else {
        return Some("no diff block after the title".to_owned());
    };
    if diff.len() > page::DIFF_LINES {
        return Some(format!("{} lines in the diff block, at most {}", diff.len(), page::DIFF_LINES));
    }
    if diff.iter().all(|(sign, _)| *sign == ' ') {
        return Some("nothing is removed or added in the diff block".to_owned());
    }
    let rejected = page::faulty_example(rule).unwrap_or_default();
    let accepted = page::fixed_example(rule).unwrap_or_default();
    let (sign, text) = diff.into_iter().find(|&(sign, text)| match sign {
        '-' => !has_line(&rejected, text),
        '+' => !has_line(&accepted, text),
        _ => !has_line(&rejected, text) && !has_line(&accepted, text),
    })?;
    Some(format!("`{sign} {text}` is not a line of the example"))
}

fn has_line(example: &str, text: &str) -> bool {
    example.lines().any(|line| line.trim() == text)
}

#[test]
fn examples_of_pages_hold() {
    let config = Config::default();
    let mut wrong = Vec::new();
    for rule in codes::ALL {
        let (Some(rejected), Some(accepted)) = (page::faulty_example(rule), page::fixed_example(rule)) else {
            wrong.push(format!("{}: an example is missing", rule.name));
            continue;
        };
        let found = |text: String| -> Vec<_> {
            if page::is_go(rule) {
                let found = go_fixture::check(&text).into_iter().map(|placed| placed.finding);
                return found.map(|finding| (finding.code.name, finding.severity)).collect();
            }
            update::check(text, &config)
                .into_iter()
                .map(|f| (f.finding.code.name, f.finding.severity))
                .collect()
        };
        let codes = found(rejected);
        if !codes.iter().any(|(code, _)| *code == rule.name) {
            wrong.push(format!("{}: the faulty example gives {codes:?}", rule.name));
        }
        let codes = found(accepted);
        if codes.iter().any(|(code, severity)| *severity == Severity::Error || *code == rule.name) {
            wrong.push(format!("{}: the fixed example gives {codes:?}", rule.name));
        }
    }
    assert!(wrong.is_empty(), "{} pages:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn fixtures_say_what_is_found() {
    let files = corpus::files(&corpus::repository(), &["tests/rules"], &["yaml"]);
    let of_go = corpus::files(&corpus::repository(), &["tests/rules"], &["go"]);
    let mut wrong: Vec<_> = files.iter().filter_map(|path| fixture::run(path).err()).collect();
    wrong.extend(of_go.iter().filter_map(|path| go_fixture::run(path).err()));
    println!("{} fixtures", files.len() + of_go.len());
    assert!(wrong.is_empty(), "{} fixtures:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_rule_has_a_fixture() {
    let root = corpus::repository();
    let missing: Vec<_> = codes::ALL
        .iter()
        .filter(|rule| {
            let files = corpus::files(&root, &[&format!("tests/rules/{}", rule.name)], &["yaml", "go"]);
            let found = |path: &std::path::PathBuf| {
                let text = corpus::read(path);
                let is_go = path.extension().is_some_and(|ending| ending == "go");
                let codes = if is_go { go_fixture::codes(&text) } else { fixture::codes(&text) };
                codes.iter().any(|code| code == rule.name)
            };
            !files.iter().any(found)
        })
        .map(|rule| rule.name)
        .collect();
    assert!(missing.is_empty(), "no fixture finds: {missing:?}");
}
