//! The conformance files of the CEL specification, as far as they are about parsing and checking, in
//! Kubernetes' environment (needs the files; see `conformance`).

use std::collections::BTreeMap;

use crdls_cel::Edition;
use crdls_cel::checker::{Environment, NoTypes, check};
use crdls_cel::functions::{Functions, Overload};
use crdls_cel::lower::{Dialect, Macros, parse_expression};
use crdls_cel::types::Type;
use crdls_minors::Minor;
use crdls_rules::Library;
use crdls_tests::conformance::{Case, cases_or_skip};
use crdls_tests::textproto::Message;
use crdls_tests::{oracle, verdicts};
use serde_json::json;

/// What rules of CRDs do not have, by what stands in an expression that fails.
const ABSENT: &[(&str, &str)] = &[
    ("cel.bind(", "the macro `cel.bind`"),
    ("cel.block(", "`cel.block`, which optimizers write"),
    ("cel.iterVar(", "`cel.block`, which optimizers write"),
    ("math.", "the functions `math.…`"),
    ("base64.", "the functions `base64.…`"),
    ("proto.", "extensions of protocol buffers"),
    ("TestAllTypes", "messages of the tests' own, and containers"),
    ("TestRequired", "messages of the tests' own, and containers"),
    ("GlobalEnum", "messages of the tests' own, and containers"),
    ("msg.", "messages of the tests' own, and containers"),
    ("x.single_", "messages of the tests' own, and containers"),
    ("x.standalone_enum", "messages of the tests' own, and containers"),
    ("NullValue.NULL_VALUE}", "messages of the tests' own, and containers"),
    ("Value{value: ", "messages of the tests' own, and containers"),
];

/// Where cel-go itself deduces another type: it gives `null` where null and something else meet.
const DEDUCED_OTHERWISE: &[&str] = &[
    "type_deductions/legacy_nullable_types/null_assignable_to_message_parameter_candidate",
    "type_deductions/legacy_nullable_types/null_assignable_to_abstract_parameter_candidate",
];

#[test]
fn parses_and_checks_what_the_specification_does() {
    let Some(cases) = cases_or_skip() else { return };
    let (mut parsed, mut checked, mut typed) = (0, 0, 0);
    let mut absent: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in &cases {
        let reason = absent_part(case);
        match (judge(case), reason) {
            (Ok(stage), _) => {
                parsed += 1;
                checked += usize::from(stage >= Stage::Checked);
                typed += usize::from(stage >= Stage::Typed);
            }
            (Err(_), Some(reason)) => *absent.entry(reason).or_default() += 1,
            (Err(why), None) => {
                wrong.push(format!("{}: {}\n    {why}", case.name, case.message.text("expr")))
            }
        }
    }
    println!(
        "{} tests: {parsed} parsed, {checked} of them checked, {typed} with the type deduced",
        cases.len()
    );
    for (reason, count) in absent {
        println!("{count} not for rules of CRDs: {reason}");
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn absent_part(case: &Case) -> Option<&'static str> {
    let text = case.message.text("expr");
    let reason = ABSENT.iter().find(|(part, _)| text.contains(part)).map(|(_, reason)| *reason);
    let own = DEDUCED_OTHERWISE.contains(&case.name.as_str());
    reason.or(own.then_some("cel-go deduces another type too"))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Parsed,
    Checked,
    Typed,
}

/// How far a test goes, or what keeps it from getting there.
fn judge(case: &Case) -> Result<Stage, String> {
    let test = &case.message;
    let library = Library::of_new_rules(Minor::NEWEST);
    let macros = if test.is_set("disable_macros") {
        Macros::select(|_| false)
    } else {
        library.dialect.macros.clone()
    };
    let text = test.text("expr");
    let parsed = parse_expression(&text, &Dialect { macros, ..library.dialect.clone() });
    if let Some(error) = parsed.errors.first() {
        return Err(error.message.clone());
    }
    if test.is_set("disable_check") {
        return Ok(Stage::Parsed);
    }
    let declared = Declared::of(test).ok_or("a declaration that cannot be read")?;
    let variables: Vec<_> = declared.variables.iter().map(|(name, t)| (name.as_str(), t.clone())).collect();
    let environment = Environment {
        functions: &declared.functions,
        variables: &variables,
        types: &NoTypes,
        edition: Edition::default(),
    };
    let checked = check(parsed.ast, &environment);
    if let Some(error) = checked.errors.first() {
        return Err(error.message.clone());
    }
    match test.message("typed_result").and_then(|result| result.message("deduced_type")) {
        None => Ok(Stage::Checked),
        Some(deduced) => {
            let (theirs, ours) = (type_of(deduced), checked.result_type().clone());
            if theirs.as_ref() == Some(&ours) {
                Ok(Stage::Typed)
            } else {
                Err(format!("{ours}, not {theirs:?}"))
            }
        }
    }
}

/// What a test adds to the environment.
struct Declared {
    variables: Vec<(String, Type)>,
    functions: Functions,
}

impl Declared {
    fn of(test: &Message) -> Option<Self> {
        let functions = Library::of_new_rules(Minor::NEWEST).functions.clone();
        let mut declared = Self { variables: Vec::new(), functions };
        for declaration in test.all("type_env") {
            let name = declaration.text("name");
            if let Some(ident) = declaration.message("ident") {
                declared.variables.push((name.clone(), type_of(ident.message("type")?)?));
            }
            for overload in declaration.message("function").into_iter().flat_map(|f| f.all("overloads")) {
                declared.functions.add(name.clone().into(), function(overload)?);
            }
        }
        Some(declared)
    }
}

fn function(overload: &Message) -> Option<Overload> {
    Some(Overload {
        id: overload.text("overload_id").into(),
        member: overload.is_set("is_instance_function"),
        type_params: Vec::new(),
        args: overload.all("params").map(type_of).collect::<Option<_>>()?,
        result: type_of(overload.message("result_type")?)?,
    })
}

/// A type of cel.expr.Type.
fn type_of(t: &Message) -> Option<Type> {
    let inner = |name: &str| t.message(name).map_or(Some(Type::Dyn), type_of);
    let (kind, _) = t.0.first()?;
    match kind.as_str() {
        "primitive" => simple(&t.text("primitive")),
        "well_known" => simple(&t.text("well_known")),
        "wrapper" => simple(&t.text("wrapper")).map(Type::nullable),
        "null" => Some(Type::Null),
        "dyn" => Some(Type::Dyn),
        "message_type" => Some(well_known(&t.text("message_type"))),
        "type_param" => Some(Type::Param(t.text("type_param").into())),
        "type" => Some(Type::type_of(Some(inner("type")?))),
        "list_type" => {
            Some(Type::list(t.message("list_type")?.message("elem_type").map_or(Some(Type::Dyn), type_of)?))
        }
        "map_type" => {
            let map = t.message("map_type")?;
            let part = |name: &str| map.message(name).map_or(Some(Type::Dyn), type_of);
            Some(Type::map(part("key_type")?, part("value_type")?))
        }
        "abstract_type" => {
            let opaque = t.message("abstract_type")?;
            let parameters = opaque.all("parameter_types").map(type_of).collect::<Option<_>>()?;
            Some(Type::opaque(&opaque.text("name"), parameters))
        }
        _ => None,
    }
}

/// The messages that are types of the language.
fn well_known(name: &str) -> Type {
    let wrapped = name.strip_prefix("google.protobuf.").and_then(|name| name.strip_suffix("Value"));
    match wrapped {
        Some("Int64" | "Int32") => Type::nullable(Type::Int),
        Some("UInt64" | "UInt32") => Type::nullable(Type::Uint),
        Some("Double" | "Float") => Type::nullable(Type::Double),
        Some("Bool") => Type::nullable(Type::Bool),
        Some("String") => Type::nullable(Type::String),
        Some("Bytes") => Type::nullable(Type::Bytes),
        _ => Type::parse(name, &|_| false).unwrap_or(Type::Dyn),
    }
}

fn simple(name: &str) -> Option<Type> {
    Some(match name {
        "BOOL" => Type::Bool,
        "INT64" => Type::Int,
        "UINT64" => Type::Uint,
        "DOUBLE" => Type::Double,
        "STRING" => Type::String,
        "BYTES" => Type::Bytes,
        "DURATION" => Type::Duration,
        "TIMESTAMP" => Type::Timestamp,
        "ANY" => Type::Any,
        _ => return None,
    })
}

/// The same expressions as rules of a CRD, judged by the server's own code now (needs Go too).
#[test]
fn are_judged_as_by_the_server() {
    let Some(cases) = cases_or_skip() else { return };
    let Some(binary) = oracle::binary_or_skip("the conformance files as rules") else { return };
    let alone: Vec<_> = cases.iter().filter(|case| case.message.message("type_env").is_none()).collect();
    let texts: Vec<_> = alone.iter().map(|case| crd(&case.message.text("expr"))).collect();
    let answers = verdicts::asked(&binary, &texts).expect("the oracle answers");
    assert_eq!(answers.len(), texts.len());
    let (mut accepted, mut wrong) = (0, Vec::new());
    for ((case, text), theirs) in alone.into_iter().zip(&texts).zip(answers) {
        let theirs = theirs.map(|theirs| theirs.verdict).unwrap_or_default();
        let ours = verdicts::ours(text.clone(), Minor::NEWEST).remove(&0).unwrap_or_default().beside(&theirs);
        accepted += usize::from(theirs.errors.is_empty());
        if ours.errors != theirs.errors {
            wrong.push(format!(
                "{}: {}\n    {:?}\n    {:?}",
                case.name,
                case.message.text("expr"),
                theirs.errors,
                ours.errors
            ));
        }
    }
    println!(
        "{} expressions as rules, {accepted} of them accepted, {} validated otherwise",
        texts.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A CRD with one rule, which is a bool whatever the expression is.
fn crd(expression: &str) -> String {
    let rule = format!("dyn({expression}) == null");
    let schema = json!({"type": "object", "x-kubernetes-validations": [{"rule": rule}]});
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "cases.example.org"},
        "spec": {
            "group": "example.org", "scope": "Cluster", "names": {"kind": "Case", "plural": "cases"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}],
        },
    })
    .to_string()
    .replace('\u{7f}', "\\u007f")
}
