//! The files of a page, their CRDs, and the settings.
//!
//! Must not know what is made of them.

use std::collections::BTreeMap;

use crdls_check::Old;
use crdls_generate::KubernetesTypes;
use crdls_ide::{File, FileContext};
use crdls_minors::Minors;
use crdls_render::{Source, Span};
use crdls_report::Config;
use crdls_resource::Index;
use crdls_text::{Edit, TextRange};

/// The files of a page. CRDs in one validate the custom resources of all.
#[derive(Debug, Default)]
pub struct Workspace {
    pub(crate) files: BTreeMap<String, Source>,
    pub(crate) crds: Index,
    pub(crate) config: Config,
    pub(crate) go_types: KubernetesTypes,
    old: Option<Replaced>,
}

/// The objects that those of the files replace.
#[derive(Debug)]
struct Replaced {
    text: String,
    objects: Old,
}

impl Replaced {
    fn read(text: String, config: &Config) -> Self {
        let (mut objects, file) = (Old::default(), File::new(text.clone()));
        objects.read(file.text(), file.tree(), config);
        Self { text, objects }
    }
}

impl Workspace {
    /// Puts a file in place of the one of its name.
    pub fn set_file(&mut self, name: &str, bytes: Vec<u8>) {
        self.take(Source::new(name, File::from_bytes(bytes).remembering()));
    }

    /// Takes the types of Kubernetes' Go modules, as `schemas/go/kubernetes.zlib` packs them.
    pub fn set_go_types(&mut self, text: &str) {
        self.go_types = KubernetesTypes::read(text);
    }

    /// A file by its name; the sentence where there is none.
    pub(crate) fn file(&self, name: &str) -> Result<&Source, String> {
        self.files.get(name).ok_or_else(|| format!("there is no file `{name}`"))
    }

    /// The CRDs and the name that a file is validated with.
    pub(crate) fn context<'a>(&'a self, source: &'a Source) -> FileContext<'a> {
        FileContext {
            old: self.old.as_ref().map(|old| &old.objects),
            crds: Some(&self.crds),
            file: &source.name,
            ..FileContext::default()
        }
    }

    fn take(&mut self, source: Source) {
        let file = source.file();
        let found = Index::found(&source.name, 0, file.shared_text(), file.tree(), &self.config);
        self.crds.open(&source.name, found);
        self.files.insert(source.name.to_string(), source);
    }

    /// Replaces a part of a file.
    pub(crate) fn edit(&mut self, name: &str, range: Span, new_text: String) -> Result<(), String> {
        let mut source = self.files.remove(name).ok_or_else(|| format!("there is no file `{name}`"))?;
        let [start, end] = [range.start, range.end].map(|at| source.offset(at));
        let edit = Edit { range: TextRange::new(start, end.max(start)), new_text };
        let mut done = false;
        source.replace(|mut file| {
            done = file.edit(&edit);
            file
        });
        self.take(source);
        if done { Ok(()) } else { Err("the range is not one of the text".to_owned()) }
    }

    /// Forgets a file, if there is one.
    pub(crate) fn remove(&mut self, name: &str) {
        self.files.remove(name);
        self.crds.close(name);
    }

    /// Takes the objects that are replaced.
    pub(crate) fn set_old(&mut self, text: Option<String>) {
        self.old = text.map(|text| Replaced::read(text, &self.config));
    }

    /// Takes minors; what is known of the files is found again.
    pub(crate) fn set(&mut self, kubernetes: &str) -> Result<(), String> {
        let minors =
            Minors::parse(kubernetes).ok_or_else(|| format!("there is no Kubernetes `{kubernetes}`"))?;
        self.config = Config::default().of_minors(minors);
        self.old = self.old.take().map(|old| Replaced::read(old.text, &self.config));
        for mut source in std::mem::take(&mut self.files).into_values() {
            // What was decoded for other minors does not hold for these.
            source.replace(File::without_tree);
            self.take(source);
        }
        Ok(())
    }
}
