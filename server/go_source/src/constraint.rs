//! Build constraints: `//go:build` lines, and `// +build` lines where there is none (go/build, `parseFileHeader`,
//! `shouldBuild`; go/build/constraint).

use crdls_text::TextRange;

use crate::model::File;

/// The build constraint of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildConstraint {
    /// The comment that has it; the first one of `+build` lines.
    pub range: TextRange,
    expr: Expr,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Expr {
    Tag(String),
    Not(Box<Expr>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
}

impl BuildConstraint {
    /// Whether the file is built if `is_set` says which tags are set.
    pub fn holds(&self, is_set: impl Fn(&str) -> bool) -> bool {
        self.expr.holds(&is_set)
    }
}

impl Expr {
    fn holds(&self, is_set: &impl Fn(&str) -> bool) -> bool {
        match self {
            Self::Tag(tag) => is_set(tag),
            Self::Not(expr) => !expr.holds(is_set),
            Self::All(list) => list.iter().all(|expr| expr.holds(is_set)),
            Self::Any(list) => list.iter().any(|expr| expr.holds(is_set)),
        }
    }
}

/// The build constraint in the comments before the package clause; none if there is none or it does not parse.
pub fn build_constraint(file: &File, text: &str) -> Option<BuildConstraint> {
    let header = file.package.map_or(0, |package| package.range.start);
    let comments = || file.comments.iter().copied().filter(move |comment| comment.end <= header);
    for comment in comments() {
        let line = comment.of(text).trim_end();
        if let Some(rest) =
            line.strip_prefix("//go:build").filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
        {
            let expr = Words::new(rest).whole()?;
            return Some(BuildConstraint { range: comment, expr });
        }
    }
    // `+build` lines count only above a blank line, so that a package's documentation has none.
    let before = text.get(..header as usize).unwrap_or("");
    let blank = before.rfind("\n\n").or_else(|| before.rfind("\r\n\r\n")).unwrap_or(0) as u32;
    let mut first = None;
    let mut all = Vec::new();
    for comment in comments().filter(|comment| comment.end <= blank) {
        let line = comment.of(text).strip_prefix("//").unwrap_or("").trim();
        let Some(rest) = line.strip_prefix("+build").filter(|rest| rest.starts_with([' ', '\t'])) else {
            continue;
        };
        first.get_or_insert(comment);
        all.push(Expr::Any(rest.split_whitespace().map(plus_build).collect()));
    }
    first.map(|range| BuildConstraint { range, expr: Expr::All(all) })
}

/// `linux,!cgo` of a `+build` line: all of them.
fn plus_build(word: &str) -> Expr {
    let tag = |tag: &str| match tag.strip_prefix('!') {
        Some(tag) => Expr::Not(Box::new(Expr::Tag(tag.to_owned()))),
        None => Expr::Tag(tag.to_owned()),
    };
    Expr::All(word.split(',').map(tag).collect())
}

/// The expression of a `//go:build` line. Nesting is bounded.
struct Words<'t> {
    rest: &'t str,
    depth: u32,
}

impl<'t> Words<'t> {
    fn new(rest: &'t str) -> Self {
        Self { rest, depth: 0 }
    }

    fn eat(&mut self, word: &str) -> bool {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
        let after = self.rest.strip_prefix(word);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn whole(mut self) -> Option<Expr> {
        let expr = self.any()?;
        self.eat("");
        self.rest.is_empty().then_some(expr)
    }

    fn any(&mut self) -> Option<Expr> {
        let mut list = vec![self.all()?];
        while self.eat("||") {
            list.push(self.all()?);
        }
        Some(Expr::Any(list))
    }

    fn all(&mut self) -> Option<Expr> {
        let mut list = vec![self.not()?];
        while self.eat("&&") {
            list.push(self.not()?);
        }
        Some(Expr::All(list))
    }

    fn not(&mut self) -> Option<Expr> {
        let negative = self.eat("!");
        let expr = if self.eat("(") {
            self.depth += 1;
            let expr = if self.depth > 100 { None } else { self.any() };
            self.depth -= 1;
            expr.filter(|_| self.eat(")"))?
        } else {
            let is_tag = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
            let len = self.rest.find(|c| !is_tag(c)).unwrap_or(self.rest.len());
            let (tag, rest) = self.rest.split_at_checked(len).filter(|(tag, _)| !tag.is_empty())?;
            self.rest = rest;
            Expr::Tag(tag.to_owned())
        };
        Some(if negative { Expr::Not(Box::new(expr)) } else { expr })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, set: &[&str]) -> Option<bool> {
        let constraint = build_constraint(&crate::parse(text), text)?;
        Some(constraint.holds(|tag| set.contains(&tag)))
    }

    #[test]
    fn expressions() {
        let text = "//go:build (linux || darwin) && !ignore\n\npackage a\n";
        assert_eq!(holds(text, &["linux"]), Some(true));
        assert_eq!(holds(text, &["linux", "ignore"]), Some(false));
        assert_eq!(holds(text, &[]), Some(false));
        assert_eq!(holds("//go:build !!a\n\npackage a\n", &[]), None);
        assert_eq!(holds("//go:build a b\n\npackage a\n", &[]), None);
        assert_eq!(holds("package a\n\n//go:build a\n", &[]), None);
    }

    #[test]
    fn old_lines_count_above_a_blank_line() {
        assert_eq!(
            holds("// +build linux,!cgo darwin\n// +build amd64\n\npackage a\n", &["linux", "amd64"]),
            Some(true)
        );
        assert_eq!(holds("// +build linux,!cgo\n\npackage a\n", &["linux", "cgo"]), Some(false));
        assert_eq!(holds("// +build linux\npackage a\n", &[]), None);
    }
}
