//! The plural of a kind, as github.com/gobuffalo/flect v1.0.3 forms it (pluralize.go, plural_rules.go, ident.go).

/// The plural of a kind in lower case.
pub(crate) fn plural(kind: &str) -> String {
    pluralized(kind).to_lowercase()
}

fn pluralized(original: &str) -> String {
    let parts = parts(original);
    let Some(last) = parts.last().filter(|part| !part.is_empty()) else { return String::new() };
    if let Some(plural) = plural_of(original) {
        return plural.to_owned();
    }
    if is_plural(original) {
        return original.to_owned();
    }
    let lower = last.to_lowercase();
    if is_plural(&lower) {
        return original.to_owned();
    }
    let replaced =
        |plural: &str| format!("{}{plural}", original.strip_suffix(last.as_str()).unwrap_or(original));
    if let Some(plural) = plural_of(&lower) {
        let capital = capitalized(last);
        return if *last == capital { replaced(&capitalized(plural)) } else { replaced(plural) };
    }
    let compound = WORDS.iter().rev().filter(|word| !word.exact).map(|word| (word.singular, word.plural));
    for (singular, plural) in compound.chain(SUFFIXES.iter().copied()) {
        if last.ends_with(plural) {
            return replaced(last);
        }
        if let Some(stem) = last.strip_suffix(singular) {
            return replaced(&format!("{stem}{plural}"));
        }
    }
    if lower.ends_with('s') { original.to_owned() } else { format!("{original}s") }
}

fn plural_of(word: &str) -> Option<&'static str> {
    WORDS.iter().find(|known| known.singular == word).map(|known| known.plural)
}

/// Whether a word is the plural of one in the dictionary.
fn is_plural(word: &str) -> bool {
    let known = WORDS.iter().filter(|known| !known.one_way);
    known.into_iter().any(|known| known.plural == word || !known.other.is_empty() && known.other == word)
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The words of a name (`toParts`). Acronyms are in capitals, whatever the name has.
fn parts(name: &str) -> Vec<String> {
    if is_acronym(name) {
        return vec![name.to_uppercase()];
    }
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut previous = None;
    for c in name.chars() {
        let begins = c.is_uppercase() && (!previous.is_some_and(char::is_uppercase) || is_acronym(&part));
        let is_space = c.is_whitespace() || matches!(c, '_' | ':' | '-' | '/');
        if begins || is_space {
            add(&mut parts, &part);
            part.clear();
        }
        part.push(c);
        previous = Some(c);
    }
    add(&mut parts, &part);
    parts
}

fn add(parts: &mut Vec<String>, part: &str) {
    let part = part.trim().trim_matches(['_', ' ', ':', '-', '/']);
    if !part.is_empty() {
        parts.push(if is_acronym(part) { part.to_uppercase() } else { part.to_owned() });
    }
}

fn is_acronym(word: &str) -> bool {
    ACRONYMS.contains(&word.to_uppercase().as_str())
}

/// A word whose plural follows no rule.
struct Word {
    singular: &'static str,
    plural: &'static str,
    /// Another plural.
    other: &'static str,
    /// Whether the plural is the plural of another word.
    one_way: bool,
    /// Whether longer words do not end so.
    exact: bool,
}

const fn word(singular: &'static str, plural: &'static str) -> Word {
    Word { singular, plural, other: "", one_way: false, exact: false }
}

const WORDS: &[Word] = &[
    word("aircraft", "aircraft"),
    Word { other: "beefs", ..word("beef", "beef") },
    word("bison", "bison"),
    Word { one_way: true, ..word("blues", "blues") },
    word("chassis", "chassis"),
    word("deer", "deer"),
    Word { other: "fishes", ..word("fish", "fish") },
    word("moose", "moose"),
    word("police", "police"),
    Word { other: "salmons", ..word("salmon", "salmon") },
    word("series", "series"),
    word("sheep", "sheep"),
    Word { other: "shrimps", ..word("shrimp", "shrimp") },
    word("species", "species"),
    Word { other: "swines", ..word("swine", "swine") },
    Word { other: "trouts", ..word("trout", "trout") },
    Word { other: "tunas", ..word("tuna", "tuna") },
    word("you", "you"),
    word("child", "children"),
    Word { exact: true, ..word("ox", "oxen") },
    word("foot", "feet"),
    word("goose", "geese"),
    word("man", "men"),
    word("human", "humans"),
    Word { exact: true, ..word("louse", "lice") },
    word("mouse", "mice"),
    word("tooth", "teeth"),
    word("woman", "women"),
    Word { exact: true, ..word("die", "dice") },
    word("person", "people"),
    Word { other: "adieus", ..word("adieu", "adieux") },
    word("fabliau", "fabliaux"),
    Word { other: "bureaux", ..word("bureau", "bureaus") },
    word("criterion", "criteria"),
    Word { other: "ganglions", ..word("ganglion", "ganglia") },
    Word { other: "lexicons", ..word("lexicon", "lexica") },
    Word { other: "mitochondrions", ..word("mitochondrion", "mitochondria") },
    word("noumenon", "noumena"),
    word("phenomenon", "phenomena"),
    word("taxon", "taxa"),
    word("media", "media"),
    Word { other: "mediums", one_way: true, ..word("medium", "media") },
    Word { other: "stadia", ..word("stadium", "stadiums") },
    Word { other: "aquariums", ..word("aquarium", "aquaria") },
    Word { other: "auditoriums", ..word("auditorium", "auditoria") },
    Word { other: "symposiums", ..word("symposium", "symposia") },
    Word { other: "curricula", ..word("curriculum", "curriculums") },
    word("quota", "quotas"),
    Word { other: "alumnuses", ..word("alumnus", "alumni") },
    word("bacillus", "bacilli"),
    Word { other: "cactuses", ..word("cactus", "cacti") },
    word("coccus", "cocci"),
    Word { other: "focuses", ..word("focus", "foci") },
    Word { other: "locuses", ..word("locus", "loci") },
    Word { other: "nucleuses", ..word("nucleus", "nuclei") },
    Word { other: "octopi", ..word("octopus", "octupuses") },
    Word { other: "radiuses", ..word("radius", "radii") },
    word("syllabus", "syllabi"),
    Word { other: "corpuses", ..word("corpus", "corpora") },
    word("genus", "genera"),
    word("alumna", "alumnae"),
    word("vertebra", "vertebrae"),
    word("differentia", "differentiae"),
    word("minutia", "minutiae"),
    word("vita", "vitae"),
    word("larva", "larvae"),
    word("postcava", "postcavae"),
    word("praecava", "praecavae"),
    word("uva", "uvae"),
    Word { other: "apexes", ..word("apex", "apices") },
    Word { other: "codexes", ..word("codex", "codices") },
    Word { other: "indexes", ..word("index", "indices") },
    Word { other: "latexes", ..word("latex", "latices") },
    Word { other: "vertexes", ..word("vertex", "vertices") },
    Word { other: "vortexes", ..word("vortex", "vortices") },
    Word { other: "appendixes", ..word("appendix", "appendices") },
    Word { other: "radixes", ..word("radix", "radices") },
    Word { other: "helixes", ..word("helix", "helices") },
    Word { exact: true, ..word("axis", "axes") },
    word("crisis", "crises"),
    Word { one_way: true, ..word("ellipsis", "ellipses") },
    word("genesis", "geneses"),
    word("oasis", "oases"),
    word("thesis", "theses"),
    word("testis", "testes"),
    word("base", "bases"),
    Word { one_way: true, ..word("basis", "bases") },
    Word { exact: true, ..word("alias", "aliases") },
    word("vedalia", "vedalias"),
    Word { exact: true, ..word("use", "uses") },
    word("abuse", "abuses"),
    word("cause", "causes"),
    word("clause", "clauses"),
    word("cruse", "cruses"),
    word("excuse", "excuses"),
    word("fuse", "fuses"),
    word("house", "houses"),
    word("misuse", "misuses"),
    word("muse", "muses"),
    word("pause", "pauses"),
    word("ache", "aches"),
    word("topaz", "topazes"),
    Word { other: "buffalos", ..word("buffalo", "buffaloes") },
    word("potato", "potatoes"),
    word("tomato", "tomatoes"),
    word("equipment", "equipment"),
    word("information", "information"),
    word("jeans", "jeans"),
    word("money", "money"),
    word("news", "news"),
    word("rice", "rice"),
    Word { other: "dwarves", ..word("dwarf", "dwarfs") },
    Word { other: "hooves", ..word("hoof", "hoofs") },
    word("thief", "thieves"),
    word("chive", "chives"),
    word("hive", "hives"),
    word("move", "moves"),
    word("movie", "movies"),
    word("cookie", "cookies"),
    word("pretorium", "pretoriums"),
    word("agenda", "agendas"),
    Word { other: "formulae", ..word("formula", "formulas") },
    word("shoe", "shoes"),
    Word { exact: true, ..word("toe", "toes") },
    word("graffiti", "graffiti"),
    Word { exact: true, ..word("ID", "IDs") },
];

/// Endings; the first one counts.
const SUFFIXES: &[(&str, &str)] = &[
    ("tive", "tives"),
    ("eaf", "eaves"),
    ("oaf", "oaves"),
    ("afe", "aves"),
    ("arf", "arves"),
    ("rfe", "rves"),
    ("rf", "rves"),
    ("lf", "lves"),
    ("fe", "ves"),
    ("ay", "ays"),
    ("ey", "eys"),
    ("oy", "oys"),
    ("quy", "quies"),
    ("uy", "uys"),
    ("y", "ies"),
    ("eau", "eaux"),
    ("bula", "bulae"),
    ("dula", "bulae"),
    ("lula", "bulae"),
    ("nula", "bulae"),
    ("vula", "bulae"),
    ("hedron", "hedra"),
    ("ium", "ia"),
    ("seum", "seums"),
    ("eum", "ea"),
    ("oum", "oa"),
    ("stracum", "straca"),
    ("dum", "da"),
    ("elum", "ela"),
    ("ilum", "ila"),
    ("olum", "ola"),
    ("ulum", "ula"),
    ("llum", "lla"),
    ("ylum", "yla"),
    ("imum", "ima"),
    ("ernum", "erna"),
    ("gnum", "gna"),
    ("brum", "bra"),
    ("crum", "cra"),
    ("terum", "tera"),
    ("serum", "sera"),
    ("trum", "tra"),
    ("antum", "anta"),
    ("atum", "ata"),
    ("entum", "enta"),
    ("etum", "eta"),
    ("itum", "ita"),
    ("otum", "ota"),
    ("utum", "uta"),
    ("ctum", "cta"),
    ("ovum", "ova"),
    ("trix", "trices"),
    ("iasis", "iases"),
    ("mesis", "meses"),
    ("kinesis", "kineses"),
    ("resis", "reses"),
    ("gnosis", "gnoses"),
    ("opsis", "opses"),
    ("ysis", "yses"),
    ("ouse", "ouses"),
    ("lause", "lauses"),
    ("us", "uses"),
    ("ch", "ches"),
    ("io", "ios"),
    ("sh", "shes"),
    ("ss", "sses"),
    ("ez", "ezzes"),
    ("iz", "izzes"),
    ("tz", "tzes"),
    ("zz", "zzes"),
    ("ano", "anos"),
    ("lo", "los"),
    ("to", "tos"),
    ("oo", "oos"),
    ("o", "oes"),
    ("x", "xes"),
    ("S", "Ses"),
];

const ACRONYMS: &[&str] = &[
    "OK", "UTF8", "HTML", "JSON", "JWT", "ID", "UUID", "SQL", "ACK", "ACL", "ADSL", "AES", "ANSI", "API",
    "ARP", "ATM", "BGP", "BSS", "CCITT", "CHAP", "CIDR", "CIR", "CLI", "CPE", "CPU", "CRC", "CRT", "CSMA",
    "CMOS", "DCE", "DEC", "DES", "DHCP", "DNS", "DRAM", "DSL", "DSLAM", "DTE", "DMI", "EHA", "EIA", "EIGRP",
    "EOF", "ESS", "FCC", "FCS", "FDDI", "FTP", "GBIC", "GEPOF", "HDLC", "HTTP", "HTTPS", "IANA", "ICMP",
    "IDF", "IDS", "IEEE", "IETF", "IMAP", "IP", "IPS", "ISDN", "ISP", "LACP", "LAN", "LAPB", "LAPF", "LLC",
    "MAC", "MC", "MDF", "MIB", "MPLS", "MTU", "NAC", "NAT", "NBMA", "NIC", "NRZ", "NRZI", "NVRAM", "OSI",
    "OSPF", "OUI", "PAP", "PAT", "PC", "PIM", "PCM", "PDU", "POP3", "POTS", "PPP", "PPTP", "PTT", "PVST",
    "RAM", "RARP", "RFC", "RIP", "RLL", "ROM", "RSTP", "RTP", "RCP", "SDLC", "SFD", "SFP", "SLARP", "SLIP",
    "SMTP", "SNA", "SNAP", "SNMP", "SOF", "SRAM", "SSH", "SSID", "STP", "SYN", "TDM", "TFTP", "TIA", "TOFU",
    "UDP", "URL", "URI", "USB", "UTP", "VC", "VLAN", "VLSM", "VPN", "W3C", "WAN", "WEP", "WPA", "WWW",
];

#[cfg(test)]
mod tests {
    use super::plural;

    #[test]
    fn kinds() {
        let table = [
            ("Gateway", "gateways"),
            ("NetworkPolicy", "networkpolicies"),
            ("Ingress", "ingresses"),
            ("Address", "addresses"),
            ("HTTPRoute", "httproutes"),
            ("Prometheus", "prometheuses"),
            ("Vertex", "vertices"),
            ("MonoVertex", "monovertices"),
            ("Status", "statuses"),
            ("Proxy", "proxies"),
            ("Series", "series"),
            ("KafkaTopics", "kafkatopics"),
            ("Index", "indices"),
            ("Database", "databases"),
            ("Mutex", "mutexes"),
            ("Leaf", "leaves"),
            ("Thanos", "thanos"),
            ("CDI", "cdis"),
            ("EgressFirewall", "egressfirewalls"),
            ("DataPlane", "dataplanes"),
            ("Metadata", "metadata"),
            ("FooDns", "foodnsdnses"),
        ];
        for (kind, expected) in table {
            assert_eq!(plural(kind), expected);
        }
    }
}
