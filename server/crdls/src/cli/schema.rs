//! `crdls schema`: JSON Schemas of custom resources in files.
//!
//! Must not know what is in one.

use crdls_publish::{json_schema, json_schema_file};

use super::accepted::AcceptedCrds;
use super::args::SchemaArgs;
use super::outcome::{Ended, Outcome, say, trouble};
use crate::render::count;
use crdls_system::files::write;

/// Does what `crdls schema` asks.
pub(crate) fn run(args: &SchemaArgs) -> Ended {
    args.common.format_of("schema")?;
    let crds = AcceptedCrds::of(&args.paths, &args.common)?;
    let (mut outcome, mut written) = (crds.outcome, 0);
    for known in crds.all() {
        for version in known.crd().served_versions() {
            let path = args.output_dir.join(json_schema_file(known.crd(), version));
            match write(&path, &format!("{:#}\n", json_schema(known.crd(), version, crds.minor))) {
                Ok(()) => written += 1,
                Err(why) => outcome = outcome.max(trouble(why)),
            }
        }
    }
    match (written, outcome) {
        (0, Outcome::Clean) => return Err("no CRD, so there is nothing to write".into()),
        (0, _) => {}
        _ => say(format_args!("wrote {} to {}", count(written, "schema"), args.output_dir.display())),
    }
    Ok(outcome)
}
