//! The names that `\p{…}` takes. Knows no tables.

use Name::{Any, Ascii, Assigned, Category, Script};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    Any,
    Assigned,
    Ascii,
    Category(&'static str),
    Script(&'static str),
}

impl Name {
    /// Mirrors `unicodeTable` of Go's regexp/syntax: only names that are canonical already are ever
    /// found, so `Old_Italic` and `SignWriting` are unknown.
    pub(super) fn find(name: &str) -> Option<Name> {
        let name = canonical(name);
        match name.as_str() {
            "Any" => return Some(Any),
            "Assigned" => return Some(Assigned),
            "Ascii" => return Some(Ascii),
            "Lc" => return Some(Category("LC")),
            _ => {}
        }
        let alias = || {
            let at = ALIASES.binary_search_by_key(&name.as_str(), |(alias, _)| alias).ok()?;
            ALIASES.get(at).map(|(_, category)| Category(category))
        };
        member(&CATEGORIES, &name)
            .map(Category)
            .or_else(|| member(&SCRIPTS, &name).map(Script))
            .or_else(alias)
    }

    /// Whether Go extends the table under `(?i)`. To the others it adds nothing, or forgets to (`LC`).
    pub(super) fn folds(self) -> bool {
        match self {
            Ascii => true,
            Category(name) => ["L", "Ll", "Lt", "Lu", "M", "Mn"].contains(&name),
            Script(name) => ["Common", "Greek", "Inherited"].contains(&name),
            Any | Assigned => false,
        }
    }
}

/// All names but the aliases.
#[cfg(test)]
pub(in crate::regexp) fn all() -> impl Iterator<Item = &'static str> {
    ["Any", "Assigned", "ASCII", "LC"].into_iter().chain(CATEGORIES).chain(SCRIPTS)
}

/// An upper-case letter first, lower case after it; blanks, hyphens and underscores do not count.
fn canonical(name: &str) -> String {
    let mut canonical = String::with_capacity(name.len());
    for letter in name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')) {
        let first = canonical.is_empty();
        canonical.push(if first { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() });
    }
    canonical
}

pub(super) fn member(names: &[&'static str], name: &str) -> Option<&'static str> {
    names.binary_search(&name).ok().and_then(|at| names.get(at).copied())
}

pub(super) const CATEGORIES: [&str; 37] = [
    "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd",
    "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk", "Sm", "So", "Z", "Zl", "Zp",
    "Zs",
];

const SCRIPTS: [&str; 117] = [
    "Adlam",
    "Ahom",
    "Arabic",
    "Armenian",
    "Avestan",
    "Balinese",
    "Bamum",
    "Batak",
    "Bengali",
    "Bhaiksuki",
    "Bopomofo",
    "Brahmi",
    "Braille",
    "Buginese",
    "Buhid",
    "Carian",
    "Chakma",
    "Cham",
    "Cherokee",
    "Chorasmian",
    "Common",
    "Coptic",
    "Cuneiform",
    "Cypriot",
    "Cyrillic",
    "Deseret",
    "Devanagari",
    "Dogra",
    "Duployan",
    "Elbasan",
    "Elymaic",
    "Ethiopic",
    "Georgian",
    "Glagolitic",
    "Gothic",
    "Grantha",
    "Greek",
    "Gujarati",
    "Gurmukhi",
    "Han",
    "Hangul",
    "Hanunoo",
    "Hatran",
    "Hebrew",
    "Hiragana",
    "Inherited",
    "Javanese",
    "Kaithi",
    "Kannada",
    "Katakana",
    "Kawi",
    "Kharoshthi",
    "Khmer",
    "Khojki",
    "Khudawadi",
    "Lao",
    "Latin",
    "Lepcha",
    "Limbu",
    "Lisu",
    "Lycian",
    "Lydian",
    "Mahajani",
    "Makasar",
    "Malayalam",
    "Mandaic",
    "Manichaean",
    "Marchen",
    "Medefaidrin",
    "Miao",
    "Modi",
    "Mongolian",
    "Mro",
    "Multani",
    "Myanmar",
    "Nabataean",
    "Nandinagari",
    "Newa",
    "Nko",
    "Nushu",
    "Ogham",
    "Oriya",
    "Osage",
    "Osmanya",
    "Palmyrene",
    "Phoenician",
    "Rejang",
    "Runic",
    "Samaritan",
    "Saurashtra",
    "Sharada",
    "Shavian",
    "Siddham",
    "Sinhala",
    "Sogdian",
    "Soyombo",
    "Sundanese",
    "Syriac",
    "Tagalog",
    "Tagbanwa",
    "Takri",
    "Tamil",
    "Tangsa",
    "Tangut",
    "Telugu",
    "Thaana",
    "Thai",
    "Tibetan",
    "Tifinagh",
    "Tirhuta",
    "Toto",
    "Ugaritic",
    "Vai",
    "Vithkuqi",
    "Wancho",
    "Yezidi",
    "Yi",
];

const ALIASES: [(&str, &str); 42] = [
    ("Casedletter", "LC"),
    ("Closepunctuation", "Pe"),
    ("Cntrl", "Cc"),
    ("Combiningmark", "M"),
    ("Connectorpunctuation", "Pc"),
    ("Control", "Cc"),
    ("Currencysymbol", "Sc"),
    ("Dashpunctuation", "Pd"),
    ("Decimalnumber", "Nd"),
    ("Digit", "Nd"),
    ("Enclosingmark", "Me"),
    ("Finalpunctuation", "Pf"),
    ("Format", "Cf"),
    ("Initialpunctuation", "Pi"),
    ("Letter", "L"),
    ("Letternumber", "Nl"),
    ("Lineseparator", "Zl"),
    ("Lowercaseletter", "Ll"),
    ("Mark", "M"),
    ("Mathsymbol", "Sm"),
    ("Modifierletter", "Lm"),
    ("Modifiersymbol", "Sk"),
    ("Nonspacingmark", "Mn"),
    ("Number", "N"),
    ("Openpunctuation", "Ps"),
    ("Other", "C"),
    ("Otherletter", "Lo"),
    ("Othernumber", "No"),
    ("Otherpunctuation", "Po"),
    ("Othersymbol", "So"),
    ("Paragraphseparator", "Zp"),
    ("Privateuse", "Co"),
    ("Punct", "P"),
    ("Punctuation", "P"),
    ("Separator", "Z"),
    ("Spaceseparator", "Zs"),
    ("Spacingmark", "Mc"),
    ("Surrogate", "Cs"),
    ("Symbol", "S"),
    ("Titlecaseletter", "Lt"),
    ("Unassigned", "Cn"),
    ("Uppercaseletter", "Lu"),
];
