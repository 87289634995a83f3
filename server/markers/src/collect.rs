//! Which declaration each marker of a file belongs to.
//!
//! Mirrors `associateFileMarkers` and the visitor below it of controller-tools (pkg/markers/collect.go): the comment
//! group directly above a type or a field and the one before that count, and what is left over at the top level belongs
//! to the package. Markers that this leaves out are [`Lost`], with the reason.

use crdls_go_source::{DeclKind, Field, File, GroupId, Node, TypeKind, TypeSpec, Visitor, walk};
use crdls_text::TextRange;

use crate::MarkerText;
use crate::registry::{Target, Version, lookup};

/// A marker and what it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attached<'t> {
    /// The marker.
    pub text: MarkerText<'t>,
    /// What it belongs to.
    pub owner: Owner,
    /// Whether it stands directly above its declaration, in its documentation.
    pub from_godoc: bool,
}

/// What a marker belongs to. Declarations are told apart by where they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The package.
    Package,
    /// The type whose name begins at the offset.
    Type(u32),
    /// The field that begins at the offset.
    Field(u32),
    /// Nothing: controller-gen does not read it.
    Nothing(Lost),
}

impl Owner {
    /// What the marker describes; `None` where nobody reads it.
    pub fn target(self) -> Option<Target> {
        match self {
            Self::Package => Some(Target::Package),
            Self::Type(_) => Some(Target::Type),
            Self::Field(_) => Some(Target::Field),
            Self::Nothing(_) => None,
        }
    }
}

/// Why nobody reads a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lost {
    /// In the documentation of a function or method.
    AboveFunc,
    /// In the documentation of variables.
    AboveVar,
    /// In the documentation of constants.
    AboveConst,
    /// In the documentation of imports.
    AboveImport,
    /// In the documentation of a group of types in parentheses.
    AboveGroup,
    /// Another comment group stands between it and the field at the offset.
    TooFarAbove(u32),
    /// Behind a declaration on the same line.
    EndOfLine,
    /// Inside of a function.
    InFunc,
    /// Behind the last field or value of a declaration.
    AtEndOfBody,
    /// Inside of a declaration, at nothing that can have markers.
    Inside,
}

/// The markers of a file in the order of the text, each with what it belongs to.
pub fn attach<'t>(text: &'t str, file: &File, version: Version) -> Vec<Attached<'t>> {
    let mut collector = Collector {
        file,
        next_group: 0,
        decl_groups: Vec::new(),
        last_line_group: None,
        owners: vec![None; file.groups.len()],
        depth: 0,
    };
    collector.file();
    walk(file, &mut collector);
    let end = file.groups.len();
    collector.package(collector.next_group, end);
    let owners = collector.owners;
    let mut attached = Vec::new();
    for (group, owner) in owners.into_iter().enumerate() {
        let id = GroupId(group as u32);
        let found = owner.unwrap_or_else(|| (Owner::Nothing(lost(file, id)), false));
        let markers =
            file.comments_of(id).iter().filter_map(|comment| MarkerText::of_comment(text, *comment));
        attached.extend(markers.map(|text| to_owner(text, found, version)));
    }
    attached
}

/// A marker above a type that only packages have belongs to the package, unless it is documentation.
fn to_owner(text: MarkerText<'_>, (owner, from_godoc): (Owner, bool), version: Version) -> Attached<'_> {
    let is_of_package = matches!(owner, Owner::Type(_))
        && !from_godoc
        && lookup(text.text, Target::Type, version).is_none()
        && lookup(text.text, Target::Package, version).is_some();
    Attached { text, owner: if is_of_package { Owner::Package } else { owner }, from_godoc }
}

/// `markerVisitor`: groups in place of the markers in them.
struct Collector<'f> {
    file: &'f File,
    /// `commentInd`
    next_group: usize,
    /// `declComments`: groups above a type declaration, each with whether it is documentation.
    decl_groups: Vec<(usize, bool)>,
    /// `lastLineCommentGroup`
    last_line_group: Option<GroupId>,
    /// What the markers of each group belong to, and whether they are documentation.
    owners: Vec<Option<(Owner, bool)>>,
    /// How many nodes are open. What is left over between nodes of the file itself belongs to the package.
    depth: u32,
}

/// The groups above a node that count for it.
#[derive(Default)]
struct Above {
    /// The closest group that is no documentation.
    closest: Option<usize>,
    doc: Vec<usize>,
}

impl Collector<'_> {
    fn assign(&mut self, group: usize, owner: Owner, from_godoc: bool) {
        if let Some(place) = self.owners.get_mut(group) {
            place.get_or_insert((owner, from_godoc));
        }
    }

    fn package(&mut self, from: usize, to: usize) {
        for group in from..to {
            self.assign(group, Owner::Package, false);
        }
    }

    /// `Visit` of the file itself.
    fn file(&mut self) {
        let Some(package) = &self.file.package else { return };
        let above = self.above(package.range, package.doc, true);
        for group in above.closest.into_iter().chain(above.doc) {
            self.assign(group, Owner::Package, false);
        }
    }

    /// The part of `Visit` that all nodes have: moves over the groups before a node and finds those that count.
    fn above(&mut self, range: TextRange, doc: Option<GroupId>, collects_package: bool) -> Above {
        let mut above = Above::default();
        let before = self.file.groups_before(range.start).max(self.next_group);
        if self.next_group < self.file.groups.len() {
            let doc_is_last = doc.is_some_and(|doc| before.checked_sub(1) == Some(doc.0 as usize));
            // Behind the last group that is no documentation.
            let behind_closest = if doc_is_last { before - 1 } else { before };
            if behind_closest > self.next_group {
                let closest = behind_closest - 1;
                if collects_package {
                    self.package(self.next_group, closest);
                } else {
                    for group in self.next_group..closest {
                        self.assign(group, Owner::Nothing(Lost::TooFarAbove(range.start)), false);
                    }
                }
                above.closest = Some(closest);
            }
            above.doc.extend(behind_closest.max(self.next_group)..before);
        }
        self.next_group = before;
        above
    }

    fn enter_node(&mut self, node: Node<'_>) {
        let last_line = self.last_line_group.map(|group| group.0 as usize);
        if last_line == Some(self.next_group) {
            self.assign(self.next_group, Owner::Nothing(Lost::EndOfLine), false);
            self.next_group += 1;
        }
        let at_top = self.depth == 0;
        if self.next_group < self.file.groups.len() {
            self.last_line_group = node.comment();
        }
        let above = self.above(node.range(), node.doc(), at_top);
        match node {
            Node::Decl(decl) => match &decl.kind {
                DeclKind::Type(specs) if specs.parens.is_none() => {
                    self.decl_groups.extend(above.closest.map(|group| (group, false)));
                    self.decl_groups.extend(above.doc.into_iter().map(|group| (group, true)));
                }
                DeclKind::Func(_) if !at_top => {}
                _ => above.closest.into_iter().for_each(|group| self.assign(group, Owner::Package, false)),
            },
            Node::TypeSpec(spec) => {
                let owner = Owner::Type(spec.range.start);
                for (group, from_godoc) in std::mem::take(&mut self.decl_groups) {
                    self.assign(group, owner, from_godoc);
                }
                self.own(above, owner);
            }
            Node::Field(field) => self.own(above, Owner::Field(field.range.start)),
            _ if at_top => {
                above.closest.into_iter().for_each(|group| self.assign(group, Owner::Package, false))
            }
            _ => {
                // Nobody takes them: a name, a type, a value.
                for group in above.closest.into_iter().chain(above.doc) {
                    self.assign(group, Owner::Nothing(Lost::Inside), false);
                }
            }
        }
        self.depth += 1;
    }

    fn own(&mut self, above: Above, owner: Owner) {
        above.closest.into_iter().for_each(|group| self.assign(group, owner, false));
        above.doc.into_iter().for_each(|group| self.assign(group, owner, true));
    }

    /// `Visit` of nil: what is left over inside of a node belongs to nobody.
    fn leave_node(&mut self, node: Node<'_>) {
        self.depth = self.depth.saturating_sub(1);
        let behind = self.file.groups_before(node.range().end);
        self.next_group = self.next_group.max(behind);
    }
}

impl<'f> Visitor<'f> for Collector<'f> {
    fn enter(&mut self, node: Node<'f>) {
        self.enter_node(node);
    }

    fn leave(&mut self, node: Node<'f>) {
        self.leave_node(node);
    }
}

/// Why a group belongs to nothing, by what is around or below it.
fn lost(file: &File, group: GroupId) -> Lost {
    let Some(range) = file.group(group).map(|group| group.range) else { return Lost::Inside };
    let after = file.decls.partition_point(|decl| decl.range.end <= range.start);
    let Some(decl) = file.decls.get(after) else { return Lost::Inside };
    let is_doc = decl.doc == Some(group);
    match &decl.kind {
        DeclKind::Func(_) if is_doc => Lost::AboveFunc,
        DeclKind::Func(_) => Lost::InFunc,
        DeclKind::Var(_) if is_doc => Lost::AboveVar,
        DeclKind::Const(_) if is_doc => Lost::AboveConst,
        DeclKind::Import(_) if is_doc => Lost::AboveImport,
        DeclKind::Type(_) if is_doc => Lost::AboveGroup,
        DeclKind::Var(specs) | DeclKind::Const(specs) => {
            let ends_line = specs.list.iter().any(|spec| spec.comment == Some(group));
            if ends_line { Lost::EndOfLine } else { Lost::Inside }
        }
        DeclKind::Type(specs) => {
            specs.list.iter().find_map(|spec| lost_in_type(spec, group)).unwrap_or(Lost::AtEndOfBody)
        }
        DeclKind::Import(_) => Lost::Inside,
    }
}

fn lost_in_type(spec: &TypeSpec, group: GroupId) -> Option<Lost> {
    if spec.comment == Some(group) {
        return Some(Lost::EndOfLine);
    }
    let TypeKind::Struct(fields) = &spec.ty.kind else { return None };
    fields.list.iter().any(|field: &Field| field.comment == Some(group)).then_some(Lost::EndOfLine)
}
