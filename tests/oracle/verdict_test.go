package main

import (
	"reflect"
	"strings"
	"testing"
)

const smallCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.org}
spec:
  group: example.org
  names: {kind: Widget, plural: widgets}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object}}
`

func TestAnAcceptedCRDHasNoFindings(t *testing.T) {
	want := []verdict{{
		File: "a.yaml", Kind: kindCRD, Name: "widgets.example.org", Errors: []finding{},
		Costs: []versionCost{{Version: "v1"}},
	}}
	if got := judgeFile("a.yaml", []byte(smallCRD), options{}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestListsAreTakenApart(t *testing.T) {
	item := strings.ReplaceAll(strings.TrimSuffix(smallCRD, "\n"), "\n", "\n    ")
	text := "apiVersion: v1\nkind: List\nitems:\n- " + strings.ReplaceAll(item, "\n    ", "\n  ") +
		"\n- kind: List\n  apiVersion: v1\n  items:\n  - " + item + "\n- {apiVersion: v1, kind: Secret}\n"
	var places []string
	for _, v := range judgeFile("list.yaml", []byte(text), options{}) {
		if v.Kind != kindCRD || len(v.Errors) > 0 {
			t.Errorf("%+v", v)
		}
		places = append(places, v.Item)
	}
	if want := []string{"items[0]", "items[1].items[0]"}; !reflect.DeepEqual(places, want) {
		t.Errorf("%q, want %q", places, want)
	}
}

func TestWhatIsNoCRD(t *testing.T) {
	cases := map[string]string{
		"a: [":                                "unknown yaml: line 1: did not find expected node content",
		"a: 1":                                "",
		"apiVersion: apiextensions.k8s.io/v1": "unknown error: Object 'Kind' is missing",
		"kind: CustomResourceDefinition":      `crd no matches for kind "CustomResourceDefinition" in version ""`,
		"kind: ConfigMap":                     "",
		"--- a\nkind: ConfigMap":              "unknown yaml: invalid Yaml document separator: a",
		strings.Replace(smallCRD, "/v1", "/v1beta1", 1):                              "crd apiextensions.k8s.io/v1beta1 ",
		strings.Replace(smallCRD, "/v1", "/v2", 1):                                   `crd no matches for kind "CustomResourceDefinition" in version "apiextensions.k8s.io/v2"`,
		strings.Replace(smallCRD, "kind: CustomResourceDefinition", "kind: Book", 1): `crd no matches for kind "Book" in version "apiextensions.k8s.io/v1"`,
		strings.Replace(smallCRD, "true", "1", 1):                                    "crd error: json: cannot unmarshal number into Go struct field CustomResourceDefinitionVersion.spec.versions.served of type bool",
	}
	for text, want := range cases {
		got := ""
		for _, v := range judgeFile("", []byte(text), options{}) {
			got += v.Kind + " " + strings.Join(v.Decode, ", ")
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPlacesInTheManifest(t *testing.T) {
	cases := map[string][]string{
		"metadata.name":                             {"metadata.name"},
		"spec.versions[1].name":                     {"spec.versions[1].name"},
		"spec.version":                              {"spec.versions[0].name"},
		"spec.validation.openAPIV3Schema.not":       {"spec.versions[0].schema.openAPIV3Schema.not", "spec.versions[1].schema.openAPIV3Schema.not"},
		"spec.additionalPrinterColumns[0].JSONPath": {"spec.versions[0].additionalPrinterColumns[0].jsonPath", "spec.versions[1].additionalPrinterColumns[0].jsonPath"},
		"spec.conversion.webhookClientConfig.url":   {"spec.conversion.webhook.clientConfig.url"},
		"status.storedVersions[0]":                  {"spec.versions"},
	}
	for name, want := range cases {
		if got := manifestFields(name, 2); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
