//! Conversion between versions, and its webhook.

use crdls_report::Fix;
use crdls_text::suggested_value;
use crdls_values::json::Reader;

use super::keywords::here;
use super::names::to_label;
use super::request::{FixRequest, fix, list};
use super::resolved_path::ResolvedPath;
use super::value::Value;

pub(super) fn strategy(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let word = target.text().unwrap_or_default();
    if let Some(near) = suggested_value(&word, &["None", "Webhook"]).filter(|near| *near != word) {
        let none = (near != "None").then(|| request.write(&Value::text("None"))).flatten();
        return list([
            request.write(&Value::text(near)),
            none,
            without_webhook(request),
            no_conversion(request),
        ]);
    }
    let webhook = target.up().is_some_and(|conversion| conversion.has("webhook"));
    let strategy = if webhook && word != "Webhook" { "Webhook" } else { "None" };
    list([request.write(&Value::text(strategy)), without_webhook(request), no_conversion(request)])
}

/// Nothing is converted: the strategy says so, and the webhook goes.
fn without_webhook(request: &FixRequest<'_>) -> Option<Fix> {
    request.everywhere("set `strategy: None`, and remove `webhook`", |_| {
        let conversion = request.of_object(&["spec", "conversion"])?;
        let strategy = conversion.down("strategy").set(&Value::text("None"))?;
        Some(vec![strategy, conversion.down("webhook").remove()?])
    })
}

fn no_conversion(request: &FixRequest<'_>) -> Option<Fix> {
    request.everywhere("remove `conversion`", |_| {
        Some(vec![request.of_object(&["spec", "conversion"])?.remove()?])
    })
}

/// The webhook's address: where it belongs, one of two ways, or none.
pub(super) fn client(request: &FixRequest<'_>) -> Vec<Fix> {
    if request.detail().starts_with("should not be set") {
        return not_to_be_set(request);
    }
    let has_webhook =
        request.of_object(&["spec", "conversion", "webhook"]).is_some_and(|target| target.is_found());
    if request.detail().starts_with("required") {
        let none = if has_webhook { without_webhook(request) } else { set_strategy(request) };
        return list([none, no_conversion(request)]);
    }
    let way = |way: &'static str| {
        request.remove(move |target| Some(target.down(way)).filter(ResolvedPath::is_found))
    };
    list([way("url"), way("service"), without_webhook(request), no_conversion(request)])
}

fn set_strategy(request: &FixRequest<'_>) -> Option<Fix> {
    let strategy = |_: &ResolvedPath<'_>| {
        Some(vec![request.of_object(&["spec", "conversion", "strategy"])?.set(&Value::text("None"))?])
    };
    request.everywhere("set `strategy: None`", strategy)
}

/// What belongs to a webhook, where the strategy is another.
fn not_to_be_set(request: &FixRequest<'_>) -> Vec<Fix> {
    let webhook = request.everywhere("remove `webhook`", |_| {
        Some(vec![request.of_object(&["spec", "conversion", "webhook"])?.remove()?])
    });
    let strategy = request.everywhere("set `strategy: Webhook`", |_| {
        Some(vec![request.of_object(&["spec", "conversion", "strategy"])?.set(&Value::text("Webhook"))?])
    });
    list([webhook, strategy, request.remove(here)])
}

pub(super) fn review_versions(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let words = request.detail();
    if words.starts_with("should not be set") {
        return not_to_be_set(request);
    }
    if request.finding.path.ends_in_brackets() {
        let written = target.text().unwrap_or_default();
        let removed =
            request.everywhere(format!("remove `{written}`"), |target| Some(vec![target.remove()?]));
        let label = to_label(&written).filter(|label| *label != written);
        return list([label.and_then(|label| request.write(&Value::text(label))), removed]);
    }
    if target.items().next().is_some() {
        let added = request.everywhere("add `v1`", |target| Some(vec![target.push(&Value::text("v1"))?]));
        return list([added]);
    }
    list([request.write(&Value::List(vec![Value::text("v1")])), without_webhook(request)])
}

/// The service's name, namespace, path and port.
pub(super) fn service(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(target) = request.target() else { return Vec::new() };
    let value = match target.name() {
        "port" => Value::number(443),
        "path" => Value::text(clean_path(&target.text().unwrap_or_default())),
        "namespace" => Value::text("default"),
        _ => Value::text("webhook-service"),
    };
    list([request.write(&value)])
}

/// A path with one slash before each part.
fn clean_path(path: &str) -> String {
    let parts = path.split('/').filter(|part| !part.is_empty());
    let parts: Vec<_> = parts.filter_map(|part| to_label(part).filter(|_| true)).collect();
    format!("/{}", parts.join("/"))
}

pub(super) fn url(request: &FixRequest<'_>) -> Vec<Fix> {
    let Some(url) = request.target().and_then(|target| target.text()) else { return Vec::new() };
    list([corrected(&url)
        .filter(|corrected| *corrected != url)
        .and_then(|url| request.write(&Value::text(url)))])
}

/// `https`, without user, query and fragment; none where the host is missing.
fn corrected(url: &str) -> Option<String> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next()?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.rsplit('@').next()?;
    (!host.is_empty()).then(|| format!("https://{host}{path}"))
}

/// A field that is lost in other versions: it is added to them, as it is in the version that has it.
pub(super) fn added_field(request: &FixRequest<'_>) -> Vec<Fix> {
    list([added(request)])
}

fn added(request: &FixRequest<'_>) -> Option<Fix> {
    let source = request.target().filter(ResolvedPath::is_found)?;
    let (from, _) = request.finding.path.version()?;
    let versions: Vec<_> = request.of_object(&["spec", "versions"])?.items().collect();
    let is_stored = |number: usize| {
        versions.get(number).and_then(|version| version.text_of("storage")).is_some_and(|text| text == "true")
    };
    // What is lost on the way to storage is added to the storage version, the rest to each version without it.
    let mut edits = Vec::new();
    let mut names = Vec::new();
    let value = Value::of_json(&Reader::default().read(source.node));
    for (number, version) in versions.iter().enumerate() {
        let is_served = version.text_of("served").is_some_and(|text| text == "true");
        let is_asked = if is_stored(from) { is_served } else { is_stored(number) };
        let target = request.at(&request.finding.path.in_version(number))?;
        if number != from && is_asked && !target.is_found() {
            edits.push(target.set(&value)?);
            names.push(format!("`{}`", version.text_of("name")?));
        }
    }
    fix(format!("add `{}` to {}", source.name(), names.join(" and ")), edits)
}

#[cfg(test)]
mod tests {
    use super::corrected;

    #[test]
    fn urls_keep_host_and_path() {
        assert_eq!(corrected("http://u:p@a.b:1/c?d=e#f").as_deref(), Some("https://a.b:1/c"));
        assert_eq!(corrected("a.b/c").as_deref(), Some("https://a.b/c"));
        assert_eq!(corrected("https:///c"), None);
    }
}
