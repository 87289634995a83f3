//! Files with a CRD and custom resources that it judges.

use crdls_ide::File;
use crdls_manifest::objects::kind;
use crdls_yaml::Budget;
use serde_json::Value;

use crate::generate::yaml::Written;
use crate::generate::{crd, instance};
use crate::random::Random;
use crate::{corpus, json as values};

/// A CRD, and what is needed to make its resources.
#[derive(Clone, Debug)]
pub struct Crd {
    /// As it is written.
    pub text: String,
    pub group: String,
    pub version: String,
    pub kind: String,
    pub schema: Value,
}

impl Crd {
    /// The version of a CRD with the largest schema.
    pub fn of(text: String, value: &Value) -> Option<Self> {
        let spec = &value["spec"];
        let versions = spec["versions"].as_array()?.iter().filter(|version| version["served"] == true);
        let schema = |version: &Value| version["schema"]["openAPIV3Schema"].clone();
        let version = versions.max_by_key(|version| schema(version).to_string().len())?;
        Some(Self {
            text,
            group: spec["group"].as_str()?.to_owned(),
            version: version["name"].as_str()?.to_owned(),
            kind: spec["names"]["kind"].as_str()?.to_owned(),
            schema: schema(version),
        })
    }

    /// A CRD made at random.
    pub fn random(random: &mut Random) -> Self {
        let value = crd::good(random);
        let text = value.to_string().replace('\u{7f}', "\\u007f");
        Self::of(text, &value).expect("a served version")
    }
}

/// The CRDs of the corpus, but for the largest; `None` without the corpus.
pub fn of_corpus() -> Option<Vec<Crd>> {
    let dir = corpus::dir_or_skip("CRDs of the corpus")?;
    let mut found = Vec::new();
    for path in corpus::files(&dir, &["crds"], &["yaml", "yml", "json"]) {
        let file = File::new(corpus::read(&path));
        if file.text().len() > 300_000 {
            continue;
        }
        for document in file.tree().documents() {
            let Some(root) =
                file.tree().root(file.text(), document).filter(|root| kind(*root).is_served_crd())
            else {
                continue;
            };
            let value = values::of(root, &mut Budget::default());
            let text = value.to_string().replace('\u{7f}', "\\u007f");
            found.extend(Crd::of(text, &value));
        }
    }
    Some(found)
}

/// Resources of a CRD, each as a document.
pub fn resources(random: &mut Random, crd: &Crd, count: usize) -> Vec<String> {
    (0..count)
        .map(|_| {
            let fault = [0, 5, 10, 10, 20, 20, 40][random.below(7)];
            let terms = instance::Terms {
                group: &crd.group,
                version: &crd.version,
                kind: &crd.kind,
                schema: &crd.schema,
                fault,
            };
            let made = instance::make(random, terms);
            match random.below(12) {
                0..=3 => made.block(random),
                4 => list(random, made).flow(),
                _ => made.flow(),
            }
        })
        .collect()
}

fn list(random: &mut Random, made: Written) -> Written {
    let kind = ["List", "ThingList", "xList"][random.below(3)];
    let version = ["v1", "example.com/v1", "x"][random.below(3)];
    let head = Written::map([("apiVersion", Written::text(version)), ("kind", Written::text(kind))]);
    let Written::Map(mut members) = head else { return made };
    let items = vec![made; 1 + random.below(2)];
    members.push(("items".to_owned(), Written::List(items)));
    Written::Map(members)
}
