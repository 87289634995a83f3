//! Metadata of all kinds, of a resource or of one inside of another.

use super::odd;
use super::yaml::Written;
use crate::random::Random;

/// Fields of metadata with what can stand there.
const FIELDS: &[(&str, &[&str])] = &[
    (
        "name",
        &[
            "\"a\"",
            "\"A\"",
            "\"\"",
            "\"a.b-c\"",
            "\"a/b\"",
            "\"..\"",
            "\".\"",
            "\"a%b\"",
            "1",
            "null",
            "true",
            "\"-a\"",
            "\"a..b\"",
            "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
            "[]",
        ],
    ),
    (
        "generateName",
        &[
            "\"a-\"",
            "\"A-\"",
            "\"\"",
            "\"a/\"",
            "null",
            "\"-\"",
            "\"a.-\"",
            "1",
            "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
        ],
    ),
    (
        "namespace",
        &[
            "\"a\"",
            "\"A\"",
            "\"a.b\"",
            "\"\"",
            "null",
            "5",
            "\"default\"",
            "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
        ],
    ),
    (
        "labels",
        &[
            "{\"a\": \"b\"}",
            "{\"a\": \"\"}",
            "{\"\": \"b\"}",
            "{\"a/b\": \"c\"}",
            "{\"A/b\": \"c\"}",
            "{\"a/b/c\": \"d\"}",
            "{\"-\": \"-\"}",
            "{\"a\": 1}",
            "{\"a\": null}",
            "null",
            "[]",
            "\"x\"",
            "{\"a\": \"x y\", \"b b\": \"ä\"}",
            "{\"a\": true}",
            "{\"a\": {}}",
            "{\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\": \"b\"}",
            "{\"a\": \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
        ],
    ),
    (
        "annotations",
        &[
            "{\"a\": \"b\"}",
            "{\"A\": \"\"}",
            "{\"\": \"b\"}",
            "{\"a/b\": \"c\\n\"}",
            "{\"A.B/c\": \"d\"}",
            "{\"a\": 1}",
            "{\"a\": null}",
            "{\"a b\": \"\"}",
            "null",
            "{}",
            "[]",
            "{\"ä\": \"x\"}",
            "{\"/a\": \"x\"}",
            "{\"a/\": \"x\"}",
        ],
    ),
    (
        "finalizers",
        &[
            "[\"a/b\"]",
            "[\"a\"]",
            "[\"kubernetes\"]",
            "[\"orphan\", \"foregroundDeletion\"]",
            "[\"A/b\"]",
            "[\"\"]",
            "[\"a/b/c\"]",
            "[null]",
            "[1]",
            "null",
            "\"x\"",
            "[]",
            "[\"a b\"]",
            "[\"a.b/c\", \"a.b/c\"]",
            "[\"/a\"]",
        ],
    ),
    (
        "ownerReferences",
        &[
            "[]",
            "null",
            "[{}]",
            "[null]",
            "[{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"name\": \"a\", \"uid\": \"u\"}]",
            "[{\"apiVersion\": \"v1\", \"kind\": \"Event\", \"name\": \"a\", \"uid\": \"u\"}]",
            "[{\"apiVersion\": \"a/b/c\", \"kind\": \"\", \"name\": \"\", \"uid\": \"\"}]",
            "[{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"name\": \"a\", \"uid\": \"u\", \"controller\": true}, {\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"name\": \"b\", \"uid\": \"v\", \"controller\": true}]",
            "[{\"apiVersion\": \"apps/v1\", \"kind\": \"X\", \"name\": \"a\", \"uid\": \"u\", \"blockOwnerDeletion\": null, \"more\": 1}]",
            "[{\"apiVersion\": 1}]",
            "{}",
            "[{\"uid\": 5}]",
            "[{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"name\": \"a\", \"uid\": \"u\", \"controller\": \"true\"}]",
            "[{\"apiVersion\": \"/v1\", \"kind\": \"Event\", \"name\": \"a\", \"uid\": \"u\"}]",
            "[{\"apiVersion\": \"events.k8s.io/v1\", \"kind\": \"Event\", \"name\": \"a\", \"uid\": \"u\"}]",
        ],
    ),
    (
        "creationTimestamp",
        &[
            "null",
            "\"2020-01-02T03:04:05Z\"",
            "\"2020-01-02T03:04:05.5+01:00\"",
            "\"x\"",
            "\"\"",
            "5",
            "2020-01-02",
            "\"2020-01-02\"",
            "{}",
            "\"2020-01-02T03:04:05-12:00\"",
            "\"null\"",
            "\"0001-01-01T00:00:00Z\"",
            "\"2020-01-02T24:04:05Z\"",
            "\"2020-01-02T3:04:05Z\"",
            "\"2020-01-02T03:04:05,5Z\"",
            "2020-01-02T03:04:05Z",
            "\"2020-01-02T03:04:05+24:00\"",
        ],
    ),
    (
        "deletionTimestamp",
        &["null", "\"2020-01-02T03:04:05Z\"", "\"x\"", "\"2020-01-02T03:04:05+05:30\"", "true"],
    ),
    (
        "deletionGracePeriodSeconds",
        &["0", "30", "null", "\"x\"", "1.5", "1.0", "1e2", "9223372036854775808", "-1"],
    ),
    (
        "generation",
        &["0", "1", "-1", "\"1\"", "1.0", "1.5", "null", "9223372036854775807", "9223372036854775808", "1e3"],
    ),
    (
        "resourceVersion",
        &[
            "\"1\"",
            "\"0\"",
            "\"x\"",
            "\"\"",
            "1",
            "null",
            "\"-1\"",
            "\"18446744073709551615\"",
            "\"18446744073709551616\"",
            "\"+1\"",
            "\"0x1\"",
            "\"1_0\"",
        ],
    ),
    ("uid", &["\"u\"", "\"\"", "1", "null"]),
    ("selfLink", &["\"/x\"", "\"\"", "1"]),
    (
        "managedFields",
        &[
            "[]",
            "null",
            "[{}]",
            "[{\"manager\": \"a\", \"operation\": \"Apply\", \"apiVersion\": \"v1\", \"fieldsType\": \"FieldsV1\", \"fieldsV1\": {\"f:a\": {}}}]",
            "{}",
            "[{\"time\": \"x\"}]",
            "[{\"fieldsV1\": 5}]",
            "[{\"fieldsV1\": {\"a\": [1, \"x\"]}, \"x\": 1}]",
        ],
    ),
    ("clusterName", &["\"a\""]),
    ("Name", &["\"a\""]),
    ("x", &["1", "{}"]),
    ("Labels", &["{}", "{\"a\": 1}"]),
    ("initializers", &["{}"]),
    ("LABELS", &["null"]),
];

/// Metadata of an object, one in `fault` of its parts at fault; 0 for none.
pub fn make(random: &mut Random, fault: usize) -> Written {
    let mut members = vec![("name".to_owned(), Written::text("a"))];
    if fault == 0 {
        return Written::Map(members);
    }
    if random.below(fault * 4) == 0 {
        return odd::scalar(random);
    }
    if random.below(fault) == 0 {
        members.clear();
    }
    while random.below(fault.clamp(2, 6)) == 0 {
        let Some((name, values)) = random.pick(FIELDS) else { break };
        let value = match random.below(8) {
            0 => odd::scalar(random),
            _ => Written::raw(random.pick(values).copied().unwrap_or("null")),
        };
        if random.below(20) > 0 {
            members.retain(|(known, _)| known != name);
        }
        members.push(((*name).to_owned(), value));
    }
    Written::Map(members)
}
