package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// native is what the server publishes besides the schema of a CRD.
type native struct {
	// Definitions and Schemas are Kubernetes' own, of v2 and of v3.
	Definitions map[string]spec.Schema  `json:"definitions"`
	Schemas     map[string]*spec.Schema `json:"schemas"`
	// Resource and List are the properties that each resource and each list has.
	Resource forms `json:"resource"`
	List     forms `json:"list"`
	// Parameters are those of v2, by the name under which operations share them, otherwise by their own.
	Parameters map[string]spec.Parameter `json:"parameters"`
	// Path are the names of the parameters that all operations have, Actions those of an action, without these.
	Path    []string            `json:"path"`
	Actions map[string][]string `json:"actions"`
}

// forms are the properties of an object in v2 and in v3.
type forms struct {
	V2 map[string]spec.Schema `json:"v2"`
	V3 map[string]spec.Schema `json:"v3"`
}

const (
	nativeKind  = "org.example.v1.Native"
	nativeGroup = "org.example."
	nativePath  = "/apis/example.org/v1/namespaces/{namespace}/natives"
)

// nativeCRD has each subresource, so that its documents have all that a CRD's can.
const nativeCRD = `{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
"metadata": {"name": "natives.example.org"},
"spec": {"group": "example.org", "scope": "Namespaced", "names": {"kind": "Native", "plural": "natives"},
"versions": [{"name": "v1", "served": true, "storage": true,
"schema": {"openAPIV3Schema": {"type": "object", "properties": {
"spec": {"type": "object", "properties": {"replicas": {"type": "integer"}}},
"status": {"type": "object", "properties": {"replicas": {"type": "integer"}}}}}},
"subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}}}]}}`

// runNative prints the table that crdls has in schemas/openapi.
func runNative(args []string, _ io.Reader, out io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: native: takes no argument", errUsage)
	}
	p := publish([]byte(nativeCRD))
	if p.Error != "" || !p.Accepted {
		return fmt.Errorf("native: accepted: %t, %s", p.Accepted, p.Error)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(nativeOf(p.V2, p.Versions[0].V3))
}

func nativeOf(v2 *spec.Swagger, v3 *spec3.OpenAPI) native {
	found := native{
		Definitions: maps.Clone(v2.Definitions),
		Schemas:     maps.Clone(v3.Components.Schemas),
		Resource:    forms{v2.Definitions[nativeKind].Properties, v3.Components.Schemas[nativeKind].Properties},
		List:        forms{v2.Definitions[nativeKind+"List"].Properties, v3.Components.Schemas[nativeKind+"List"].Properties},
		Parameters:  maps.Clone(v2.Parameters),
		Actions:     map[string][]string{},
	}
	maps.DeleteFunc(found.Definitions, func(name string, _ spec.Schema) bool { return strings.HasPrefix(name, nativeGroup) })
	maps.DeleteFunc(found.Schemas, func(name string, _ *spec.Schema) bool { return strings.HasPrefix(name, nativeGroup) })
	for _, own := range []map[string]spec.Schema{found.Resource.V2, found.Resource.V3, found.List.V2, found.List.V3} {
		maps.DeleteFunc(own, func(name string, _ spec.Schema) bool { return name == "items" || name == "spec" || name == "status" })
	}
	objects, object := v2.Paths.Paths[nativePath], v2.Paths.Paths[nativePath+"/{name}"]
	found.Path = found.names(objects.Parameters)
	operations := []*spec.Operation{objects.Get, objects.Post, objects.Delete, object.Get, object.Put, object.Patch, object.Delete}
	for _, o := range operations {
		found.Actions[o.Extensions["x-kubernetes-action"].(string)] = found.names(o.Parameters)
	}
	return found
}

// names are the keys of parameters in the table; those that operations do not share are added to it. A body of the
// kind itself is left out.
func (n native) names(parameters []spec.Parameter) []string {
	names := []string{}
	for _, p := range parameters {
		name, shared := strings.CutPrefix(p.Ref.String(), "#/parameters/")
		if !shared && p.In == "body" {
			continue
		}
		if !shared {
			name = p.Name
			n.Parameters[name] = p
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
