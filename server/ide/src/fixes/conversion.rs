//! Conversion between versions, and its webhook.

use crdls_schema::Fix;
use crdls_schema::decode::near_value;

use super::case::{Case, list};
use super::keywords::here;
use super::names::to_label;
use super::site::Site;
use super::value::Value;

pub(super) fn strategy(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let word = site.text().unwrap_or_default();
    if let Some(near) = near_value(&word, &["None", "Webhook"]).filter(|near| *near != word) {
        let none = (near != "None").then(|| case.write(&Value::text("None"))).flatten();
        return list([case.write(&Value::text(near)), none, without_webhook(case), no_conversion(case)]);
    }
    let webhook = site.up().is_some_and(|conversion| conversion.has("webhook"));
    let strategy = if webhook && word != "Webhook" { "Webhook" } else { "None" };
    list([case.write(&Value::text(strategy)), without_webhook(case), no_conversion(case)])
}

/// Nothing is converted: the strategy says so, and the webhook goes.
fn without_webhook(case: &Case<'_>) -> Option<Fix> {
    case.everywhere("set `strategy: None`, and remove `webhook`", |_| {
        let conversion = case.of_object(&["spec", "conversion"])?;
        let strategy = conversion.down("strategy").set(&Value::text("None"))?;
        Some(vec![strategy, conversion.down("webhook").remove()?])
    })
}

fn no_conversion(case: &Case<'_>) -> Option<Fix> {
    case.everywhere("remove `conversion`", |_| Some(vec![case.of_object(&["spec", "conversion"])?.remove()?]))
}

/// The webhook's address: where it belongs, one of two ways, or none.
pub(super) fn client(case: &Case<'_>) -> Vec<Fix> {
    if case.detail().starts_with("should not be set") {
        return not_to_be_set(case);
    }
    let has_webhook = case.of_object(&["spec", "conversion", "webhook"]).is_some_and(|site| site.is_found());
    if case.detail().starts_with("required") {
        let none = if has_webhook { without_webhook(case) } else { set_strategy(case) };
        return list([none, no_conversion(case)]);
    }
    let way = |way: &'static str| case.remove(move |site| Some(site.down(way)).filter(Site::is_found));
    list([way("url"), way("service"), without_webhook(case), no_conversion(case)])
}

fn set_strategy(case: &Case<'_>) -> Option<Fix> {
    let strategy = |_: &Site<'_>| {
        Some(vec![case.of_object(&["spec", "conversion", "strategy"])?.set(&Value::text("None"))?])
    };
    case.everywhere("set `strategy: None`", strategy)
}

/// What belongs to a webhook, where the strategy is another.
fn not_to_be_set(case: &Case<'_>) -> Vec<Fix> {
    let webhook = case.everywhere("remove `webhook`", |_| {
        Some(vec![case.of_object(&["spec", "conversion", "webhook"])?.remove()?])
    });
    let strategy = case.everywhere("set `strategy: Webhook`", |_| {
        Some(vec![case.of_object(&["spec", "conversion", "strategy"])?.set(&Value::text("Webhook"))?])
    });
    list([webhook, strategy, case.remove(here)])
}

pub(super) fn review_versions(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let words = case.detail();
    if words.starts_with("should not be set") {
        return not_to_be_set(case);
    }
    if case.finding.path.ends_in_brackets() {
        let written = site.text().unwrap_or_default();
        let removed = case.everywhere(format!("remove `{written}`"), |site| Some(vec![site.remove()?]));
        let label = to_label(&written).filter(|label| *label != written);
        return list([label.and_then(|label| case.write(&Value::text(label))), removed]);
    }
    if site.items().next().is_some() {
        let added = case.everywhere("add `v1`", |site| Some(vec![site.push(&Value::text("v1"))?]));
        return list([added]);
    }
    list([case.write(&Value::List(vec![Value::text("v1")])), without_webhook(case)])
}

/// The service's name, namespace, path and port.
pub(super) fn service(case: &Case<'_>) -> Vec<Fix> {
    let Some(site) = case.site() else { return Vec::new() };
    let value = match site.name() {
        "port" => Value::Number(443),
        "path" => Value::text(clean_path(&site.text().unwrap_or_default())),
        "namespace" => Value::text("default"),
        _ => Value::text("webhook-service"),
    };
    list([case.write(&value)])
}

/// A path with one slash before each part.
fn clean_path(path: &str) -> String {
    let parts = path.split('/').filter(|part| !part.is_empty());
    let parts: Vec<_> = parts.filter_map(|part| to_label(part).filter(|_| true)).collect();
    format!("/{}", parts.join("/"))
}

pub(super) fn url(case: &Case<'_>) -> Vec<Fix> {
    let Some(url) = case.site().and_then(|site| site.text()) else { return Vec::new() };
    list([mended(&url).filter(|mended| *mended != url).and_then(|url| case.write(&Value::text(url)))])
}

/// `https`, without user, query and fragment; none where the host is missing.
fn mended(url: &str) -> Option<String> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.split(['?', '#']).next()?;
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.rsplit('@').next()?;
    (!host.is_empty()).then(|| format!("https://{host}{path}"))
}

#[cfg(test)]
mod tests {
    use super::mended;

    #[test]
    fn urls_keep_host_and_path() {
        assert_eq!(mended("http://u:p@a.b:1/c?d=e#f").as_deref(), Some("https://a.b:1/c"));
        assert_eq!(mended("a.b/c").as_deref(), Some("https://a.b/c"));
        assert_eq!(mended("https:///c"), None);
    }
}
