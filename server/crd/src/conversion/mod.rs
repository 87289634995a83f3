//! What is lost of an object that is written in one version of a CRD and read in another, where no webhook converts.
//!
//! With the strategy `None` the server changes `apiVersion`, and prunes by the schema of the version that it converts to:
//! when it stores an object, the storage version's, when it reads one, the requested version's (`nopConverter` and
//! `schemaCoercingConverter` of k8s.io/apiextensions-apiserver, pkg/apiserver/conversion/nop_converter.go and
//! pkg/apiserver/customresource_handler.go). So what is lost between any two versions is lost on the way to storage, or
//! on the way from it.
//!
//! `fields` finds what may be lost; each loss is shown by an object that the version accepts. Must not know what is
//! reported.
//!
//! One object shows all lost fields of a pair of versions; if there is none, the fields are halved.
//! `tests/tests/conversion_live.rs` asks the server's own handler. Two versions are compared by `change::between`;
//! adding and removing versions is in `fixes/src/version_edit.rs` and `ide/src/removal.rs`, which runs the
//! update of each step, and again without each of the steps (`tests/tests/removal_live.rs` has the server's
//! strategies do the same).

mod fields;

use std::collections::VecDeque;
use std::rc::Rc;

use crdls_manifest::model::{Crd, Version};
use crdls_report::{Config, Path};
use crdls_resource::{Structural, prune};
use crdls_values::{Json, JsonValue};
use crdls_witness::{ObjectMaker, Unwanted, VersionJudge, Wanted, Wants};

pub use fields::{LossyField, LossyPart};

/// What the search for objects may cost, for all pairs of versions of a CRD.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many objects are judged at most.
    pub objects: usize,
}

impl Effort {
    /// What may be done for the advice on one CRD: it is done again at each keystroke.
    pub const ADVICE: Self = Self { objects: 400 };

    /// For one group of fields.
    const fn few(self) -> usize {
        self.objects / 16 + 1
    }
}

/// A field that is lost between two versions, and an object that loses it.
#[derive(Clone, Debug)]
pub struct Loss {
    /// The number of the version that the object is written in.
    pub from: usize,
    /// The number of the version that the object is read in.
    pub to: usize,
    /// What is lost.
    pub field: LossyField,
    /// The object as it is sent; the server accepts it.
    pub object: Json,
    /// What is read.
    pub read: Json,
}

/// The losses from the served versions to the storage version, then those from the storage version to the others, each in
/// the order of the manifest. Empty where there is no storage version, or unknown fields are kept everywhere.
pub fn losses(crd: Crd<'_>, config: &Config, mut effort: Effort) -> Vec<Loss> {
    let versions: Vec<_> = crd.versions().collect();
    let storage = versions.iter().position(|version| version.storage());
    let Some(storage) = storage.filter(|_| !crd.spec().preserve_unknown_fields()) else {
        return Vec::new();
    };
    let is_other =
        |number: &usize| *number != storage && versions.get(*number).is_some_and(|version| version.served());
    let others = || (0..versions.len()).filter(is_other);
    let pairs = others().map(|other| (other, storage)).chain(others().map(|other| (storage, other)));
    let mut found = Vec::new();
    for (from, to) in pairs {
        let (Some(writes), Some(reads)) = (versions.get(from), versions.get(to)) else { continue };
        if writes.name() == reads.name() {
            continue;
        }
        let fields = fields::lost(*writes, from, *reads);
        if fields.is_empty() {
            continue;
        }
        let search = LossSearch::new(crd, *writes, *reads, config);
        let shown = search.shown(fields, &mut effort);
        found.extend(shown.into_iter().map(|(field, object, read)| Loss { from, to, field, object, read }));
    }
    found
}

/// The search for objects that lose something from one version to another.
struct LossSearch<'m> {
    writer: VersionJudge<'m>,
    reader: VersionJudge<'m>,
    maker: ObjectMaker<'m>,
    /// Whether there is a valid object to start from; `None` while none was searched for.
    has_start: Option<bool>,
}

type Shown = (LossyField, Json, Json);

impl<'m> LossSearch<'m> {
    fn new(crd: Crd<'m>, from: Version<'m>, to: Version<'m>, config: &'m Config) -> Self {
        let judge = |version| VersionJudge::new(crd, version, config);
        let maker = ObjectMaker::new(crd, from, config.kubernetes);
        Self { writer: judge(from), reader: judge(to), maker, has_start: None }
    }

    /// Those of the fields that an object loses. One object is to have all of them; where there is none, or it does not
    /// lose all, the others are halved.
    fn shown(mut self, fields: Vec<LossyField>, effort: &mut Effort) -> Vec<Shown> {
        let mut shown = Vec::new();
        let mut open = VecDeque::from([fields]);
        while let Some(group) = open.pop_front().filter(|_| effort.objects > 0) {
            let number = group.len();
            let (lost, rest) = match self.object(&group, effort) {
                Some(object) => self.lost(&object, group),
                None => (Vec::new(), group),
            };
            shown.extend(lost);
            if rest.len() > 1 || rest.len() < number {
                let (first, second) = rest.split_at(rest.len() / 2);
                open.extend([first, second].map(<[_]>::to_vec).into_iter().filter(|half| !half.is_empty()));
            }
        }
        shown.sort_by(|(a, ..), (b, ..)| a.manifest.cmp(&b.manifest));
        shown
    }

    /// An object with some fields that the server accepts: the smallest one, otherwise one like a valid object, where rules
    /// want other fields together.
    fn object(&mut self, fields: &[LossyField], effort: &mut Effort) -> Option<Json> {
        let wanted = |field: &LossyField| {
            let wanted = match field.part {
                LossyPart::Property | LossyPart::Entries => Wanted::Present,
                LossyPart::Unknown => Wanted::Value(Json::unplaced(JsonValue::Str("value".into()))),
            };
            (field.path.clone(), wanted)
        };
        let wants: Wants = fields.iter().map(wanted).collect();
        let few = effort.few();
        if let Some(object) = self.made(few, effort, |maker, unwanted| maker.small(wants.clone(), unwanted)) {
            return Some(object);
        }
        let most = effort.objects / 2;
        let has_start = match self.has_start {
            Some(has_start) => has_start,
            None => {
                self.made(most, effort, |maker, unwanted| maker.searched(Wants::new(), unwanted)).is_some()
            }
        };
        self.has_start = Some(has_start);
        if !has_start {
            return None;
        }
        self.made(few, effort, |maker, unwanted| maker.searched(wants, unwanted))
    }

    /// What is made with so many objects judged at most, where the server accepts it.
    fn made(
        &mut self,
        most: usize,
        effort: &mut Effort,
        make: impl FnOnce(&mut ObjectMaker<'m>, Unwanted<'_>) -> Option<Json>,
    ) -> Option<Json> {
        let Self { writer, maker, .. } = self;
        let (most, mut judged) = (most.min(effort.objects), 0);
        let mut unwanted = |object: &Json| {
            judged += 1;
            // No finding ends the search.
            if judged > most { Rc::default() } else { writer.accept(object).err().unwrap_or_default().into() }
        };
        let made = make(maker, &mut unwanted);
        let made = made.filter(|_| judged <= most);
        effort.objects = effort.objects.saturating_sub(judged);
        self.writer.accept(&made?).ok().map(|accepted| accepted.object)
    }

    /// The fields that an object has and loses, and the others.
    fn lost(&self, object: &Json, fields: Vec<LossyField>) -> (Vec<Shown>, Vec<LossyField>) {
        let Some(read) = self.reader.read(object) else { return (Vec::new(), fields) };
        let mut written = object.clone();
        let schema = Structural::of_version(self.writer.version.schema()).as_resource();
        prune(&mut written, Some(schema), &Path::EMPTY, &mut |_, _, _| {});
        let is_lost = |field: &LossyField| {
            let has = |object: &Json| field.path.value_in(object).is_some_and(|value| !value.is_null());
            has(&written) && !has(&read)
        };
        let (lost, rest): (Vec<_>, Vec<_>) = fields.into_iter().partition(is_lost);
        (lost.into_iter().map(|field| (field, object.clone(), read.clone())).collect(), rest)
    }
}
