package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// verdict is one line of the output: what the server says of one object.
type verdict struct {
	File string `json:"file"`
	Doc  int    `json:"doc"`
	// Item is the place in a list; a document that is no list has none.
	Item     string        `json:"item,omitempty"`
	Kind     string        `json:"kind"`
	Name     string        `json:"name,omitempty"`
	Decode   []string      `json:"decode,omitempty"`
	Errors   []finding     `json:"errors"`
	Warnings []string      `json:"warnings,omitempty"`
	Costs    []versionCost `json:"costs,omitempty"`
	// Object is a custom resource as it would be stored.
	Object json.RawMessage `json:"object,omitempty"`
}

// The kinds of verdict.
const (
	kindCRD     = "crd"
	kindUpdate  = "update"
	kindPanic   = "panic"
	kindUnknown = "unknown" // kubectl cannot tell what it is
)

// judgeFile gives the verdicts on a file's documents in their order. Objects of
// other kinds get none, unless a CRD of `--crds`, or of the file, has theirs.
func judgeFile(name string, text []byte, o options) []verdict {
	var read []readDocument
	for _, doc := range splitDocuments(text) {
		values, err := manifests(doc)
		read = append(read, readDocument{doc.index, values, err})
	}
	if o.instances {
		o.served = servedKinds{}
		for _, doc := range read {
			o.served.addManifests(doc.values, o.created)
		}
	}
	var found []verdict
	for _, doc := range read {
		for _, v := range judgeManifests(doc.values, doc.err, o) {
			v.File, v.Doc = name, doc.index
			found = append(found, v)
		}
	}
	return found
}

// readDocument is what manifests finds in a document.
type readDocument struct {
	index  int
	values [][]byte
	err    error
}

func judgeDocument(doc document, o options) []verdict {
	values, err := manifests(doc)
	return judgeManifests(values, err, o)
}

// judgeManifests judges the values of a document, and err, which ended their list.
func judgeManifests(values [][]byte, err error, o options) []verdict {
	var found []verdict
	for _, value := range values {
		found = append(found, judgeManifest(value, o)...)
	}
	if err != nil {
		found = append(found, unreadable("yaml: "+strings.TrimPrefix(err.Error(), "yaml: ")))
	}
	return found
}

func judgeManifest(manifest []byte, o options) []verdict {
	objects, err := objectsIn(manifest)
	var found []verdict
	for _, object := range objects {
		if v := judgeObject(object, o); v != nil {
			v.Item = object.item
			found = append(found, *v)
		}
	}
	if err != nil && !(runtime.IsMissingKind(err) && !o.knowsGroup(manifest)) {
		found = append(found, unreadable(undecodable(err)))
	}
	return found
}

// knowsGroup is whether a manifest, be its kind missing, is of the group of CRDs or of one that they serve.
func (o options) knowsGroup(manifest []byte) bool {
	var meta struct {
		APIVersion string `json:"apiVersion"`
	}
	if json.Unmarshal(manifest, &meta) != nil {
		return false
	}
	version, err := schema.ParseGroupVersion(meta.APIVersion)
	if err != nil {
		return false
	}
	for kind := range o.served {
		if kind.Group == version.Group {
			return true
		}
	}
	return version.Group == crdKind.Group
}

func unreadable(why string) verdict {
	return verdict{Kind: kindUnknown, Decode: []string{why}, Errors: []finding{}}
}

// undecodable shortens the one sentence that quotes the whole object.
func undecodable(err error) string {
	if runtime.IsMissingKind(err) {
		return "error: Object 'Kind' is missing"
	}
	return "error: " + err.Error()
}

// judgeObject is nil for what is of another group. What is served of the group is
// the one thing that a cluster knows and the packages do not: since 1.22 it is v1 of
// CRDs alone.
func judgeObject(o object, opts options) *verdict {
	kind := o.value.GroupVersionKind()
	if kind.Kind == "" {
		v := unreadable("error: Object 'Kind' is missing")
		return &v
	}
	// Without an apiVersion kubectl looks for the kind in the core group.
	ofCRDs := kind.Group == crdKind.Group || kind.GroupVersion().Empty() && kind.Kind == crdKind.Kind
	if !ofCRDs {
		return opts.served.judgeInstance(o, opts.noValues)
	}
	v := &verdict{Kind: kindCRD, Name: o.value.GetName(), Errors: []finding{}}
	switch kind {
	case crdKind:
		judgeCRD(o, opts, v)
	case apiextensionsv1beta1.SchemeGroupVersion.WithKind(crdKind.Kind):
		v.Kind += " " + apiextensionsv1beta1.SchemeGroupVersion.String()
	default:
		v.Decode = []string{fmt.Sprintf("no matches for kind %q in version %q", kind.Kind, kind.GroupVersion())}
	}
	return v
}

// judgeCRD fills in the verdict. The server's own panics are verdicts too: the
// request dies of them.
func judgeCRD(o object, opts options, v *verdict) {
	defer func() {
		if r := recover(); r != nil {
			*v = verdict{Kind: kindPanic, Name: v.Name, Decode: []string{fmt.Sprintf("panic: %v", r)}, Errors: []finding{}}
		}
	}()
	body, err := o.body()
	if err != nil {
		v.Decode = []string{"error: " + err.Error()}
		return
	}
	var result outcome
	if old := opts.old[v.Name]; old != nil {
		v.Kind, result = kindUpdate, update(body, old)
	} else {
		result = opts.created.of(body, newCreatedCRD).outcome
	}
	if result.decodeError != nil {
		v.Decode = []string{"error: " + result.decodeError.Error()}
		return
	}
	for _, err := range result.strictErrors {
		v.Decode = append(v.Decode, err.Error())
	}
	v.Errors = renderErrors(result.errors, len(result.crd.Spec.Versions), opts.noValues)
	v.Warnings = result.warnings
	sort.Strings(v.Warnings)
	if !opts.noCosts {
		v.Costs = costsOf(result.crd)
	}
}
