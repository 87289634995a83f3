//! `crdls explain`: the page of a rule, or of a function of CEL.

use crdls_crd::{Rule, rules};
use crdls_ide::{function_names, function_page};

use super::args::Explain;
use super::outcome::{Outcome, print, trouble};
use crate::render::{one_line, page};

pub(crate) fn run(args: &Explain) -> Outcome {
    let code = args.what.trim();
    let color = args.common.color.wanted();
    match rules::by_code(code) {
        Some(rule) => print([page(rule.page, color)]),
        None => match function_page(code) {
            Some(text) => print([page(&text, color)]),
            None => trouble(unknown(code, rules::ALL)),
        },
    }
}

fn unknown(code: &str, rules: &[&Rule]) -> String {
    let lower = code.to_lowercase();
    let codes = rules.iter().map(|rule| (strsim::jaro_winkler(&lower, rule.code), rule.code));
    let functions = function_names().map(|name| (strsim::jaro_winkler(code, name), name));
    // A function is short, so that much is like it.
    let near = codes.filter(|(alike, _)| *alike > 0.75).chain(functions.filter(|(alike, _)| *alike > 0.85));
    let hint = match near.max_by_key(|(alike, _)| (*alike * 1e6) as u32) {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None => "`crdls rules` lists all".into(),
    };
    format!("nothing is reported under the code `{}`; {hint}", one_line(code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample::{ADVICE, SCOPE};

    #[test]
    fn the_nearest_code_is_offered() {
        let known = [&ADVICE, &SCOPE];
        assert!(unknown("Unsuported-scope", &known).ends_with("did you mean `unsupported-scope`?"));
        assert!(unknown("xyz", &known).ends_with("`crdls rules` lists all"));
    }
}
