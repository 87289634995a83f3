//! `crdls explain`: the page of a code, of a kind or a field of it, or of a CEL function.
//!
//! Must not know what is on a page.

use crdls_check::codes;
use crdls_ide::{Named, NoField, function_names, function_page, named};
use crdls_schema::Code;

use super::args::ExplainArgs;
use super::catalog::{CrdCatalog, read_catalog};
use super::outcome::{Outcome, print, trouble, warn};
use crate::guard::quiet;
use crate::render::{code_page, field_page, one_line};

/// Does what `crdls explain` asks.
pub(crate) fn run(args: &ExplainArgs) -> Outcome {
    let what = args.what.trim();
    let color = args.common.color.wanted();
    if let Some(code) = codes::by_code(what) {
        return print([code_page(code.page, color)]);
    }
    quiet();
    let Some((catalog, outcome)) = read_catalog(&args.common) else { return Outcome::Trouble };
    if let Some(named) = named(&catalog.index, what) {
        return outcome.max(of_kind(&named, color));
    }
    match function_page(what) {
        Some(text) => outcome.max(print([code_page(&text, color)])),
        None => trouble(of_nothing(&catalog, what)),
    }
}

/// A kind or a field of it.
fn of_kind(named: &Named<'_>, color: bool) -> Outcome {
    let (Some(crd), Some(version)) = (named.crds.first(), named.version()) else {
        return trouble(format_args!("`{}` has no version", one_line(&named.name)));
    };
    if named.crds.len() > 1 {
        let others: Vec<_> = named.crds.iter().skip(1).map(|other| &*other.source).collect();
        let name = one_line(&named.name);
        warn(format_args!("`{name}` is taken from {}; it is also in {}", crd.source, others.join(", ")));
    }
    match crdls_ide::field_page(crd, version, &named.fields) {
        Ok(page) => print([field_page(&page, color)]),
        Err(missing) => trouble(no_field(named, &missing)),
    }
}

fn no_field(named: &Named<'_>, missing: &NoField) -> String {
    let parent: Vec<_> =
        std::iter::once(&named.name).chain(&missing.parent).map(|step| one_line(step).into_owned()).collect();
    let near = missing.known.iter().map(|name| (strsim::jaro_winkler(&missing.missing, name), name));
    let nearest = near.filter(|(alike, _)| *alike > 0.75).max_by_key(|(alike, _)| (*alike * 1e6) as u32);
    let hint = match nearest {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None if missing.known.is_empty() => "it has no fields that are known".to_owned(),
        None => format!("it has {}", missing.known.join(", ")),
    };
    format!("`{}` has no field `{}`; {hint}", parent.join("."), one_line(&missing.missing))
}

/// A name with a dot in it, or one that is like a kind, was meant as one.
fn of_nothing(catalog: &CrdCatalog, what: &str) -> String {
    match catalog.nearest(what) {
        Some(near) => format!("there is no kind `{}`; did you mean `{near}`?", one_line(what)),
        None if what.contains('.') => super::sample::unknown(catalog, what),
        None => unknown(what, codes::ALL),
    }
}

fn unknown(what: &str, codes: &[&Code]) -> String {
    let lower = what.to_lowercase();
    let codes = codes.iter().map(|code| (strsim::jaro_winkler(&lower, code.name), code.name));
    let functions = function_names().map(|name| (strsim::jaro_winkler(what, name), name));
    // A function is short, so that much is like it.
    let near = codes.filter(|(alike, _)| *alike > 0.75).chain(functions.filter(|(alike, _)| *alike > 0.85));
    let hint = match near.max_by_key(|(alike, _)| (*alike * 1e6) as u32) {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None => "`crdls rules` lists all".into(),
    };
    format!("nothing is reported under the code `{}`; {hint}", one_line(what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::sample_findings::{ADVICE, SCOPE};

    #[test]
    fn the_nearest_code_is_offered() {
        let known = [&ADVICE, &SCOPE];
        assert!(unknown("Unsuported-scope", &known).ends_with("did you mean `unsupported-scope`?"));
        assert!(unknown("xyz", &known).ends_with("`crdls rules` lists all"));
    }
}
