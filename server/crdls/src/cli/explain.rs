//! `crdls explain`: the page of a code, a change, a kind or a field of it, a CEL function, a keyword of CRDs, a setting
//! or a topic.
//!
//! Must not know what is on a page.

use crdls_check::codes;
use crdls_ide::{Named, NoField, field_tree, named};
use crdls_manifest::model::Version;
use crdls_minors::Minor;
use crdls_publish::KubectlExplain;
use crdls_resource::IndexedCrd;

use super::args::ExplainArgs;
use super::catalog::{CrdCatalog, read_catalog, unknown, warn_of_others};
use super::outcome::{Ended, Outcome, print, say};
use crate::render::{Explanation, code_page, field_page, meanings, near_words, one_line};

/// Does what `crdls explain` asks.
pub(crate) fn run(args: &ExplainArgs) -> Ended {
    args.common.format_of("explain")?;
    let what = args.what.trim();
    // A code is found without the CRDs.
    if !args.like_kubectl && codes::by_code(what).is_some() {
        return explain(&CrdCatalog::default(), what, args);
    }
    let (catalog, outcome) = read_catalog(&args.common)?;
    if !args.like_kubectl {
        return Ok(outcome.max(explain(&catalog, what, args)?));
    }
    let named = named(&catalog.index, what).ok_or_else(|| unknown(&catalog, what))?;
    Ok(outcome.max(of_kind(named, args, catalog.config.kubernetes)?))
}

/// Prints the first meaning of a word, and lists the others.
fn explain(catalog: &CrdCatalog, what: &str, args: &ExplainArgs) -> Ended {
    let color = args.common.color.wanted();
    let mut found = meanings(what, &catalog.index, catalog.config.kubernetes).into_iter();
    let (_, first) = found.next().ok_or_else(|| nothing(catalog, what))?;
    let outcome = match first {
        Explanation::Page(page) => print([code_page(&page, color)]),
        Explanation::Kind(named) => of_kind(named, args, catalog.config.kubernetes)?,
    };
    for (other, _) in found {
        let (word, noun, prefix) = (one_line(what), other.noun(), other.prefix());
        say(format_args!("note: `{word}` is also {noun}: `crdls explain {prefix}:{word}`"));
    }
    Ok(outcome)
}

/// A kind or a field of it.
fn of_kind(named: Named<'_>, args: &ExplainArgs, minor: Minor) -> Ended {
    let name = one_line(&named.name).into_owned();
    let chosen = match args.api_version.as_deref() {
        None => named.version().map(|version| (named, version)),
        Some(asked) => named.of_api_version(asked),
    };
    let Some((named, version)) = chosen else {
        let asked = args.api_version.as_deref().map(|asked| format!(" `{}`", one_line(asked)));
        return Err(format!("`{name}` has no version{}", asked.unwrap_or_default()).into());
    };
    let Some(crd) = named.crds.first() else { return Ok(Outcome::Clean) };
    if !version.served() {
        say(format_args!("note: `{}` of `{name}` is not served", one_line(version.name())));
    }
    warn_of_others(&name, crd, &named.crds);
    if args.like_kubectl {
        return like_kubectl(crd, version, &named, args, minor);
    }
    let color = args.common.color.wanted();
    let page = crdls_ide::field_page(crd, version, &named.fields).and_then(|page| {
        let tree = args.recursive.then(|| field_tree(version, &named.fields)).transpose()?;
        Ok(field_page(&page, tree.as_deref(), color))
    });
    Ok(print([page.map_err(|missing| no_field(&named, &missing))?]))
}

/// What kubectl prints of the published document. It knows no version that is not served.
fn like_kubectl(
    crd: &IndexedCrd,
    version: Version<'_>,
    named: &Named<'_>,
    args: &ExplainArgs,
    minor: Minor,
) -> Ended {
    if !version.served() {
        let (group, plural) = (crd.header().spec().group(), crd.header().spec().names().plural());
        let resource = format!("{group}/{}, Resource={plural}", version.name());
        return Err(format!("couldn't find resource for \"{resource}\"").into());
    }
    let explained = KubectlExplain::new(crd.crd(), version, minor).explain(&named.fields, args.recursive);
    let printed = print([explained.text]);
    let Some(error) = explained.error else { return Ok(printed) };
    say(error);
    Ok(printed.max(Outcome::Errors))
}

fn no_field(named: &Named<'_>, missing: &NoField) -> String {
    let parent: Vec<_> =
        std::iter::once(&named.name).chain(&missing.parent).map(|step| one_line(step).into_owned()).collect();
    let near = missing.known.iter().map(|name| (strsim::jaro_winkler(&missing.missing, name), name));
    let nearest = near.filter(|(alike, _)| *alike > 0.75).max_by_key(|(alike, _)| (*alike * 1e6) as u32);
    let hint = match nearest {
        Some((_, name)) => format!("did you mean `{name}`?"),
        None if missing.known.is_empty() => "it has no known fields".to_owned(),
        None => format!("its fields are {}", missing.known.join(", ")),
    };
    format!("`{}` has no field `{}`; {hint}", parent.join("."), one_line(&missing.missing))
}

/// The error for an unknown name. `KIND.something` was meant as a field path.
fn nothing(catalog: &CrdCatalog, what: &str) -> String {
    let near = near_words(what, &catalog.index);
    if what.contains('.') && (near.is_empty() || catalog.nearest(what).is_some()) {
        return unknown(catalog, what);
    }
    let near: Vec<_> = near.iter().map(|name| format!("`{name}`")).collect();
    let hint = match near.split_last() {
        Some((only, [])) => format!("did you mean {only}?"),
        Some((last, others)) => format!("did you mean {} or {last}?", others.join(", ")),
        None => "`crdls codes` lists the codes".to_owned(),
    };
    format!(
        "nothing is named `{}`: no code, change, kind, CEL function, keyword, setting or topic; {hint}",
        one_line(what)
    )
}
