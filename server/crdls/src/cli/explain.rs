//! `crdls explain`: the page of a rule.

use crdls_crd::{Rule, rules};

use super::args::Explain;
use super::outcome::{Outcome, print, trouble};
use crate::render::{one_line, page};

pub(crate) fn run(args: &Explain) -> Outcome {
    let code = args.what.trim();
    match rules::by_code(code) {
        Some(rule) => print([page(rule.page, args.common.color.wanted())]),
        None => trouble(unknown(code, rules::ALL)),
    }
}

fn unknown(code: &str, rules: &[&Rule]) -> String {
    let near = |rule: &&&Rule| strsim::jaro_winkler(&code.to_lowercase(), rule.code) > 0.75;
    let alike = |rule: &&&Rule| (strsim::jaro_winkler(&code.to_lowercase(), rule.code) * 1e6) as u32;
    let hint = match rules.iter().filter(near).max_by_key(alike) {
        Some(rule) => format!("did you mean `{}`?", rule.code),
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
