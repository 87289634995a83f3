//! New rules that stored objects may fail: the rule holds for what was valid before.

use crdls_cel::lower::parse_expression;
use crdls_cel::syntax::NodeKind;
use crdls_change::Change;
use crdls_report::{Config, Fix};
use crdls_rules::Library;
use crdls_text::Edit;

use super::super::request::fix;
use super::super::resolved_path::ResolvedPath;
use super::super::value::Value;
use super::ChangedCrd;

/// An update of what fails the rule already is accepted; creation must meet the rule.
pub(super) fn with_optional_old_self(crd: &ChangedCrd<'_>, change: &Change, config: &Config) -> Option<Fix> {
    let target = target(crd, change)?;
    let [before, now] = both(&target, "oldSelf.value()", config)?;
    let rule = target.set(&Value::Text(format!("oldSelf.hasValue() && !({before}) || {now}")))?;
    let optional = target.up()?.down("optionalOldSelf").set(&Value::Bool(true))?;
    let title = "tolerate stored objects that already fail the rule (`optionalOldSelf: true`)";
    fix(title, vec![rule, optional])
}

/// The rule holds for updates of what met it, and for nothing else.
pub(super) fn on_updates(crd: &ChangedCrd<'_>, change: &Change, config: &Config) -> Option<Fix> {
    let target = target(crd, change)?;
    let [before, now] = both(&target, "oldSelf", config)?;
    let rule = target.set(&Value::Text(format!("!({before}) || {now}")))?;
    fix("enforce the rule only if the old value satisfied it (`oldSelf`)", vec![rule])
}

fn target<'a>(crd: &ChangedCrd<'a>, change: &Change) -> Option<ResolvedPath<'a>> {
    ResolvedPath::find(crd.new.root, &change.new.as_ref()?.path).filter(|target| target.name() == "rule")
}

/// The rule about the old value, and about the new one; `None` where it speaks of the old one already.
fn both(rule: &ResolvedPath<'_>, old: &str, config: &Config) -> Option<[String; 2]> {
    let text = rule.text()?.trim().to_owned();
    let tree = parse_expression(&text, &Library::of_new_rules(config.kubernetes).dialect).tree;
    let named = |wanted: &str| {
        let is_it =
            |kind: &NodeKind| matches!(kind, NodeKind::Ident { name, .. } if name.of(&text) == wanted);
        let ids = tree.ids().filter(|id| is_it(&tree.node(*id).kind));
        ids.map(|id| tree.node(id).range).collect::<Vec<_>>()
    };
    let mut before = text.clone();
    let mut selves = named("self");
    if selves.is_empty() || !named("oldSelf").is_empty() {
        return None;
    }
    selves.sort();
    for range in selves.into_iter().rev() {
        Edit { range, new_text: old.to_owned() }.apply(&mut before).then_some(())?;
    }
    let is_open = matches!(tree.node(tree.root).kind, NodeKind::Ternary { .. });
    let now = if is_open { format!("({text})") } else { text };
    Some([before, now])
}
