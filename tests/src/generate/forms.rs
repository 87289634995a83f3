//! Expressions made at random: well typed, with macros, errors and optional values in every place.

use crate::random::Random;

/// What an expression of a type can be. `<type>` is a hole for one of that type, `<@type>` the name of a new
/// variable of it, which can stand in the holes behind.
const FORMS: &[(&str, &[&str])] = &[
    (
        "int",
        &[
            "0",
            "1",
            "2",
            "-7",
            "100",
            "9223372036854775807",
            "(<int> + <int>)",
            "(<int> - <int>)",
            "(<int> * <int>)",
            "(<int> / <int>)",
            "(<int> % <int>)",
            "-(<int>)",
            "size(<string>)",
            "<ints>.size()",
            "size(<strings>)",
            "size(<map>)",
            "(<bool> ? <int> : <int>)",
            "(<bool> ? <map> : <map>).a",
            "(<bool> ? <ints> : <ints>)[<int>]",
            "<ints>[<int>]",
            "<map>[<string>]",
            "<map>.a",
            "<nested>[<int>][<int>]",
            "<maps>[<int>].b",
            "int(<string>)",
            "int(<double>)",
            "<optional>.orValue(<int>)",
            "<optional>.value()",
            "<string>.indexOf(<string>)",
            "<ints>.lastIndexOf(<int>)",
            "<ints>.sum()",
            "<ints>.min()",
            "<ints>.max()",
            "duration(<string>).getSeconds()",
        ],
    ),
    (
        "double",
        &["1.5", "0.0", "-2.25", "1e10", "double(<int>)", "double(<string>)", "(<double> / <double>)"],
    ),
    (
        "bool",
        &[
            "true",
            "false",
            "!<bool>",
            "(<bool> && <bool>)",
            "(<bool> || <bool>)",
            "(<bool> ? <bool> : <bool>)",
            "(<int> < <int>)",
            "(<int> >= <int>)",
            "(<int> == <int>)",
            "(<string> > <string>)",
            "(<string> != <string>)",
            "(<ints> == <ints>)",
            "(<map> == <map>)",
            "(<optional> == <optional>)",
            "(dyn(<int>) == dyn(<string>))",
            "(dyn(<ints>) == dyn(<map>))",
            "(dyn(<double>) == <int>)",
            "(dyn(<string>) < <int>)",
            "(<int> in <ints>)",
            "(<string> in <strings>)",
            "(<string> in <map>)",
            "<ints>.all(<@int>, <bool>)",
            "<strings>.exists(<@string>, <bool>)",
            "<map>.exists_one(<@string>, <bool>)",
            "<maps>.all(<@map>, <bool>)",
            "<ints>.exists(<@int>, <@int>, <bool>)",
            "<strings>.all(<@int>, <@string>, <bool>)",
            "<maps>.existsOne(<@int>, <@map>, <bool>)",
            "has(<map>.a)",
            "has(<maps>[<int>].a)",
            "has((<bool> ? <map> : <map>).b)",
            "<optional>.hasValue()",
            "<string>.startsWith(<string>)",
            "<string>.endsWith(<string>)",
            "<string>.contains(<string>)",
            "<string>.matches('^[a-c]+$')",
            "<string>.matches(<string>)",
            "<ints>.isSorted()",
            "sets.contains(<ints>, <ints>)",
            "sets.intersects(<strings>, <strings>)",
            "sets.equivalent(<ints>, <ints>)",
        ],
    ),
    (
        "string",
        &[
            "'a'",
            "'b'",
            "'abc'",
            "''",
            "'a,b,c'",
            "'\u{e4}'",
            "'12'",
            "'1h'",
            "(<string> + <string>)",
            "(<bool> ? <string> : <string>)",
            "string(<int>)",
            "string(<bool>)",
            "string(<double>)",
            "<strings>[<int>]",
            "<string>.upperAscii()",
            "<string>.substring(<int>)",
            "<string>.substring(<int>, <int>)",
            "<string>.replace(<string>, <string>)",
            "<strings>.join(<string>)",
            "<string>.trim()",
            "<string>.charAt(<int>)",
            "strings.quote(<string>)",
            "<string>.find('[bc]+')",
            "<string>.find(<string>)",
        ],
    ),
    (
        "ints",
        &[
            "[]",
            "[1, 2, 3]",
            "[3, 1, 2]",
            "[1 + 0, 2]",
            "[<int>, <int>]",
            "[?<optional>, <int>]",
            "(<bool> ? <ints> : <ints>)",
            "(<ints> + <ints>)",
            "<ints>.map(<@int>, <int>)",
            "<strings>.map(<@string>, <int>)",
            "<map>.map(<@string>, <int>)",
            "<maps>.map(<@map>, <int>)",
            "<ints>.map(<@int>, <bool>, <int>)",
            "<ints>.filter(<@int>, <bool>)",
            "<ints>.transformList(<@int>, <@int>, <int>)",
            "<ints>.sort()",
            "<ints>.sortBy(<@int>, <int>)",
            "<ints>.distinct()",
            "<ints>.reverse()",
            "<ints>.slice(<int>, <int>)",
            "<nested>.flatten()",
            "<nested>[<int>]",
            "lists.range(3)",
        ],
    ),
    (
        "strings",
        &[
            "[]",
            "['a', 'b']",
            "['b', 'a', 'a']",
            "[<string>, <string>]",
            "(<strings> + <strings>)",
            "<ints>.map(<@int>, <string>)",
            "<strings>.filter(<@string>, <bool>)",
            "<string>.split(<string>)",
            "<strings>.sort()",
            "<strings>.sortBy(<@string>, <int>)",
            "<string>.findAll('[bc]')",
        ],
    ),
    ("nested", &["[[1, 2], [3]]", "[<ints>, <ints>]"]),
    ("maps", &["[{'a': 1}, {'b': 2}]", "[<map>, <map>]"]),
    // One entry each: the order of several is chance.
    (
        "map",
        &[
            "{'a': 1}",
            "{'b': 2}",
            "{'a': 0 + 1}",
            "{<string>: <int>}",
            "{?'a': <optional>}",
            "(<bool> ? <map> : <map>)",
            "<maps>[<int>]",
            "{'a': <int>}.transformMap(<@string>, <@int>, <int>)",
        ],
    ),
    (
        "optional",
        &[
            "optional.of(<int>)",
            "optional.none()",
            "optional.ofNonZeroValue(<int>)",
            "<map>.?a",
            "<map>[?<string>]",
            "<ints>[?<int>]",
            "<maps>[?<int>].?a",
            "{'m': <map>}.?m.a",
            "<optional>.or(<optional>)",
            "<optional>.optMap(<@int>, <int>)",
            "<optional>.optFlatMap(<@int>, <optional>)",
            "<ints>.first()",
            "<ints>.last()",
            "(<bool> ? <optional> : <optional>)",
        ],
    ),
];

/// Expressions of a rule's variables, by type.
pub type Givens<'g> = &'g [(&'g str, &'g [&'g str])];

/// An expression of a type, nested so deep at most.
pub fn expression(random: &mut Random, t: &str, depth: usize, givens: Givens<'_>) -> String {
    Maker { random, givens, variables: Vec::new(), names: 0 }.make(t, depth)
}

struct Maker<'m, 'g> {
    random: &'m mut Random,
    givens: Givens<'g>,
    /// What can be named, with its type.
    variables: Vec<(String, String)>,
    names: usize,
}

impl Maker<'_, '_> {
    fn make(&mut self, t: &str, depth: usize) -> String {
        let own: Vec<_> = self.variables.iter().filter(|(its, _)| its == t).map(|(_, name)| name).collect();
        if let Some(name) = self.random.pick(&own).map(|name| name.to_string())
            && self.random.below(3) == 0
        {
            return name;
        }
        let given = self.givens.iter().find(|(its, _)| *its == t).map_or(&[][..], |(_, texts)| texts);
        if let Some(text) = self.random.pick(given).copied()
            && self.random.below(2) == 0
        {
            return text.to_owned();
        }
        let forms = FORMS.iter().find(|(its, _)| *its == t).map_or(&[][..], |(_, forms)| forms);
        let leaves: Vec<_> = forms.iter().copied().filter(|form| depth > 0 || !form.contains('<')).collect();
        match self.random.pick(&leaves).copied() {
            Some(form) => self.fill(form, depth),
            // Nothing of the type is without parts.
            None => {
                let form = forms.first().copied().unwrap_or("true");
                self.fill(form, depth)
            }
        }
    }

    fn fill(&mut self, form: &str, depth: usize) -> String {
        let known = self.variables.len();
        let mut text = String::new();
        let mut rest = form;
        while let Some((before, hole)) = rest.split_once('<') {
            let end = hole.find('>').filter(|end| !hole[..*end].is_empty() && !hole.starts_with([' ', '=']));
            text.push_str(before);
            let Some(end) = end else {
                text.push('<');
                rest = hole;
                continue;
            };
            let (name, behind) = (&hole[..end], &hole[end + 1..]);
            match name.strip_prefix('@') {
                Some(t) => {
                    self.names += 1;
                    let variable = format!("v{}", self.names);
                    text.push_str(&variable);
                    self.variables.push((t.to_owned(), variable));
                }
                None => text.push_str(&self.make(name, depth.saturating_sub(1))),
            }
            rest = behind;
        }
        text.push_str(rest);
        self.variables.truncate(known);
        text
    }
}

/// The types that expressions can have.
pub fn types() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|(t, _)| *t)
}
