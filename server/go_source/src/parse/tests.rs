use crdls_text::TextRange;

use super::parse;
use crate::model::{DeclKind, Field, File, LiteralKind, Type, TypeKind, ValueKind};

const API: &str = r#"// Package v1 is an API.
// +groupName=example.org
package v1 // here

import (
	corev1 "k8s.io/api/core/v1"
)

// Phase is a state.
type Phase string

const (
	Ready  Phase = "Ready"
	Failed       = Phase("Failed")
	A, B   int   = 1, -2
	C, D
)

// +kubebuilder:object:root=true

// Oven bakes.
type Oven struct {
	metav1.TypeMeta `json:",inline"`
	// +optional

	// Heat is the heat.
	Heat *int32 `json:"heat,omitempty"` // degrees
	Racks []map[string]corev1.PodSpec
}

func (o *Oven) MarshalText() ([]byte, error) { return nil, nil }
"#;

fn oven(file: &File) -> &[Field] {
    let oven = file.types().last().map(|(_, spec)| &spec.ty.kind);
    let Some(TypeKind::Struct(fields)) = oven else { panic!("a struct") };
    &fields.list
}

#[test]
fn declarations_have_names_types_and_comments() {
    let file = parse(API);
    let of = |range: TextRange| range.of(API);
    assert_eq!(file.errors, []);
    let package = file.package.expect("a package");
    assert_eq!((of(package.range), of(package.name)), ("package v1", "v1"));
    assert_eq!(package.doc.map(|doc| file.comments_of(doc).len()), Some(2));
    let import = file.imports().next().expect("an import");
    assert_eq!((import.alias.map(of), of(import.path)), (Some("corev1"), "\"k8s.io/api/core/v1\""));
    let heat = &oven(&file)[1];
    assert_eq!(heat.tag.map(of), Some("`json:\"heat,omitempty\"`"));
    let group = |id| of(file.group(id).expect("a group").range);
    assert_eq!(
        (heat.doc.map(group), heat.comment.map(group)),
        (Some("// Heat is the heat."), Some("// degrees"))
    );
    let (_, method) = file.funcs().next().expect("a method");
    assert_eq!(method.receiver_type().map(|(name, pointer)| (of(name), pointer)), Some(("Oven", true)));
    assert_eq!(of(file.decls.last().expect("a declaration").range).lines().count(), 1);
}

#[test]
fn constants_inherit_types_in_their_group() {
    let file = parse(API);
    let of = |range: TextRange| range.of(API);
    let constants: Vec<_> = file
        .constants()
        .map(|constant| {
            let value = constant.value.expect("a value");
            let literal = match &value.kind {
                ValueKind::Literal(literal) | ValueKind::Conversion { literal, .. } => literal,
                ValueKind::Other => panic!("a literal"),
            };
            (of(constant.name), constant.ty.map(|ty| of(ty.range)), of(literal.range), literal.negative)
        })
        .collect();
    assert_eq!(
        constants,
        [
            ("Ready", Some("Phase"), "\"Ready\"", false),
            ("Failed", None, "\"Failed\"", false),
            ("A", Some("int"), "1", false),
            ("B", Some("int"), "2", true),
            ("C", Some("int"), "1", false),
            ("D", Some("int"), "2", true),
        ]
    );
    let failed = file.constants().nth(1).and_then(|constant| constant.value).expect("a value");
    let ValueKind::Conversion { ty, literal } = &failed.kind else { panic!("a conversion") };
    assert_eq!((of(ty.range), literal.kind), ("Phase", LiteralKind::String));
}

/// The names of types and of the fields of structs.
fn outline(text: &str) -> Vec<String> {
    fn fields(text: &str, ty: &Type, out: &mut Vec<String>) {
        let TypeKind::Struct(list) = &ty.kind else { return };
        for field in &list.list {
            out.extend(field.names.iter().map(|name| name.of(text).to_owned()));
            if field.is_embedded() {
                out.push(field.ty.range.of(text).to_owned());
            }
            fields(text, &field.ty, out);
        }
    }
    let mut out = Vec::new();
    for decl in &parse(text).decls {
        match &decl.kind {
            DeclKind::Type(specs) => {
                for spec in &specs.list {
                    out.push(spec.name.of(text).to_owned());
                    fields(text, &spec.ty, &mut out);
                }
            }
            DeclKind::Func(func) => out.push(func.name.of(text).to_owned()),
            DeclKind::Import(_) | DeclKind::Const(_) | DeclKind::Var(_) => {}
        }
    }
    out
}

#[test]
fn a_broken_line_costs_itself() {
    let states = [
        "Heat ma",
        "Heat map",
        "Heat map[",
        "Heat map[string",
        "Heat map[string]",
        "Heat *",
        "Heat []",
        "Heat [",
        "Heat [3",
        "Heat corev1.",
        "Heat struct {",
        "Heat func(",
        "Heat func(a int",
        "Heat int `",
        "Heat int `js",
        "Heat int `json:",
        "Heat int `json:\"",
        "Heat int `json:\"heat",
        "Heat int `json:\"heat\"",
        "Heat,",
        "Heat,,",
        "/*",
        "Heat int }",
        "Heat int)",
        "Heat \"",
        "*",
        "Heat chan",
        "Heat interface {",
        "[]",
        "}}",
    ];
    for state in states {
        let text = format!(
            "package a\n\ntype A struct {{\n\tBefore string `json:\"before\"`\n\t{state}\n\tAfter string `json:\"after\"`\n}}\n\n\
             type B struct {{\n\tC int\n}}\n\nfunc f() {{\n\tx := `a`\n}}\n"
        );
        let mut names = outline(&text);
        names.retain(|name| ["A", "Before", "After", "B", "C", "f"].contains(&name.as_str()));
        assert_eq!(names, ["A", "Before", "After", "B", "C", "f"], "{state}");
    }
}

#[test]
fn nothing_is_too_odd() {
    for text in [
        "",
        "package",
        "package a",
        "type",
        "package a\ntype (",
        "\u{feff}package a",
        "package a\r\n\r\nvar x =\r\n",
    ] {
        parse(text);
    }
    for open in ["[]", "*", "struct{a ", "func(", "(", "map[", "a[", "chan "] {
        let text = format!("package a\ntype T {}", open.repeat(100_000));
        assert!(!parse(&text).errors.is_empty(), "{open}");
    }
}
