//! What an expression that the server refuses was meant to be, where that is evident.
//!
//! A rewrite answers one error: a table of operators, names and conversions suggests it, and it counts where
//! the expression compiles then, or does after what else is wrong in it is rewritten too. Among several
//! places for one missing quote or bracket none is taken.
//!
//! Knows the language and what rules see; must not know YAML.

mod brackets;
mod broken;
mod compare;
mod conditions;
mod convert;
mod guards;
mod literals;
mod names;
mod old_self;
mod presence;
mod rewrite;
mod syntax;
#[cfg(test)]
mod tests;
mod types;

use crdls_report::Config;
use crdls_rules::{Compiled, Purpose, Refusal, Terms, compile};
use crdls_text::Edit;
use crdls_yaml::Decoded;

use super::find;
use super::schema;
use crate::File;
use crate::version::OwnedStep;
use broken::BrokenExpression;
pub(crate) use guards::guards;
use rewrite::{Rewrite, RewrittenText};

/// An expression as it may have been meant.
#[derive(Clone, Debug)]
pub(crate) struct ExpressionRewrite {
    pub(crate) title: String,
    /// In the text of the expression, in its order.
    pub(crate) edits: Vec<Edit>,
    /// The text then.
    pub(crate) text: String,
}

/// How the expression at an offset can be fixed, the likeliest first; nothing where it compiles.
pub(crate) fn rewrites(file: &File, offset: u32, config: &Config) -> Vec<ExpressionRewrite> {
    with_terms(file, offset, config, |text, aim| RewriteSearch::of(aim).rewrites(text)).unwrap_or_default()
}

/// The other value of `optionalOldSelf`, where the expression at an offset compiles with it; nothing for other
/// expressions.
pub(crate) fn wanted_optional_old_self(file: &File, offset: u32, config: &Config) -> Option<bool> {
    let wanted = |text: &str, aim: Aim<'_>| {
        let optional_old_self = !aim.terms.optional_old_self;
        let other = Terms { optional_old_self, ..aim.terms };
        let compiles = |text| matches!(compile(text, aim.purpose, false, other), Compiled::Good(_));
        (text.contains("oldSelf") && compiles(text)).then_some(optional_old_self)
    };
    with_terms(file, offset, config, wanted).flatten()
}

/// What an expression has to become.
#[derive(Clone, Copy, Debug)]
struct Aim<'d> {
    purpose: Purpose,
    terms: Terms<'d>,
    /// The property that `self` is.
    own_name: Option<&'d str>,
}

fn with_terms<T>(file: &File, offset: u32, config: &Config, f: impl FnOnce(&str, Aim<'_>) -> T) -> Option<T> {
    with_decoded(file, offset, config, |text, aim| f(text.text(), aim))
}

/// The same with the way back to the file.
fn with_decoded<T>(
    file: &File,
    offset: u32,
    config: &Config,
    f: impl FnOnce(&Decoded<'_>, Aim<'_>) -> T,
) -> Option<T> {
    let found = find::at(file, offset, config)?;
    let declaration = schema::declaration(&found.schema, &found.steps, config.kubernetes)?;
    let optional_old_self = found.optional_old_self;
    let own_name = found.steps.last().and_then(|step| match step {
        OwnedStep::Property(name) => Some(name.as_str()),
        _ => None,
    });
    let terms = Terms { declaration: &declaration, minor: config.kubernetes, optional_old_self };
    Some(f(&found.node.decoded(), Aim { purpose: found.purpose, terms, own_name }))
}

/// Longer expressions are not looked at.
const MAX_TEXT: usize = 8 << 10;
/// So many rewrites may follow each other.
const MAX_DEPTH: usize = 8;
/// So many texts are compiled, and so many bytes of them.
const MAX_COMPILED: usize = 160;
const MAX_BYTES: usize = 64 << 10;
/// So many ways are offered.
const MAX_FOUND: usize = 3;

struct RewriteSearch<'d> {
    aim: Aim<'d>,
    compiled: usize,
    bytes: usize,
    found: Vec<RewrittenText>,
}

impl<'d> RewriteSearch<'d> {
    fn of(aim: Aim<'d>) -> Self {
        Self { aim, compiled: 0, bytes: 0, found: Vec::new() }
    }

    fn rewrites(mut self, text: &str) -> Vec<ExpressionRewrite> {
        if text.len() <= MAX_TEXT
            && let Compiled::Refused(refusal) = self.compile(text)
        {
            self.go_on(&RewrittenText::of(text), &refusal, 0);
        }
        self.found.into_iter().map(RewrittenText::finished).collect()
    }

    fn compile(&mut self, text: &str) -> Compiled {
        self.compiled += 1;
        self.bytes += text.len();
        compile(text, self.aim.purpose, false, self.aim.terms)
    }

    /// Rewrites a text that does not compile. After the first step one way to the end is enough.
    fn go_on(&mut self, draft: &RewrittenText, refusal: &Refusal, depth: usize) {
        let before = self.found.len();
        let look = BrokenExpression::new(draft.text(), &refusal.problems, self.aim);
        let proposals = proposals(&look);
        let choices = self.choices(draft, &proposals);
        for rewrite in proposals.iter().filter(|rewrite| !rewrite.only_if_alone).chain(choices) {
            let enough = if depth == 0 { self.found.len() >= MAX_FOUND } else { self.found.len() > before };
            if enough || self.is_spent() {
                return;
            }
            let Some(next) = draft.then(rewrite) else { continue };
            match self.compile(next.text()) {
                Compiled::Good(_) => self.keep(next),
                Compiled::Refused(refusal) if depth < MAX_DEPTH => self.go_on(&next, &refusal, depth + 1),
                _ => {}
            }
        }
    }

    /// The one of several places for the same thing with which the text can be read; of those that mean the
    /// same the last.
    fn choices<'r>(&mut self, draft: &RewrittenText, proposals: &'r [Rewrite]) -> Option<&'r Rewrite> {
        let choices = proposals.iter().filter(|rewrite| rewrite.only_if_alone);
        let mut last: Option<(&Rewrite, String)> = None;
        for rewrite in choices {
            let Some(next) = draft.then(rewrite).filter(|_| !self.is_spent()) else { continue };
            if matches!(self.compile(next.text()), Compiled::Good(_)) {
                let meaning = broken::meaning(next.text(), self.aim.terms.minor);
                if last.is_some_and(|(_, other)| other != meaning) {
                    return None;
                }
                last = Some((rewrite, meaning));
            }
        }
        last.map(|(rewrite, _)| rewrite)
    }

    fn is_spent(&self) -> bool {
        self.compiled >= MAX_COMPILED || self.bytes >= MAX_BYTES
    }

    fn keep(&mut self, draft: RewrittenText) {
        if self.found.iter().all(|other| other.text() != draft.text()) {
            self.found.push(draft);
        }
    }
}

type Propose = fn(&BrokenExpression<'_>) -> Vec<Rewrite>;

/// What is tried, in this order.
const PROPOSALS: &[Propose] = &[
    old_self::guarded,
    syntax::characters,
    syntax::words,
    syntax::strings,
    presence::of_macro,
    syntax::escaped_names,
    |look| brackets::dangling(look).into_iter().collect(),
    brackets::tuples,
    brackets::missing,
    names::variables,
    names::functions,
    names::fields,
    types::operators,
    types::calls,
    literals::texts,
    conditions::of_result,
];

fn proposals(look: &BrokenExpression<'_>) -> Vec<Rewrite> {
    PROPOSALS.iter().flat_map(|propose| propose(look)).filter(|rewrite| !rewrite.edits.is_empty()).collect()
}
