package main

import (
	"fmt"
	"io"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/kube-openapi/pkg/handler"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// published is what the server publishes of a CRD.
type published struct {
	File     string             `json:"file,omitempty"`
	Doc      int                `json:"doc"`
	Name     string             `json:"name"`
	Accepted bool               `json:"accepted"`
	V2       *spec.Swagger      `json:"v2,omitempty"`
	Versions []publishedVersion `json:"versions,omitempty"`
	Error    string             `json:"error,omitempty"`
}

// publishedVersion is the document of a group and version, with one CRD in it.
type publishedVersion struct {
	Version string         `json:"version"`
	V3      *spec3.OpenAPI `json:"v3"`
}

// runOpenAPI prints what the server publishes of each CRD that it accepts.
func runOpenAPI(args []string, _ io.Reader, out io.Writer) error {
	return eachDocument("openapi", args, out, func(w lines, name string, doc document) error {
		for _, body := range bodiesIn(doc) {
			p := publish(body)
			p.File, p.Doc = name, doc.index
			if err := w.write(p); err != nil {
				return err
			}
		}
		return nil
	})
}

// bodiesIn are the CRDs of a document as kubectl sends them.
func bodiesIn(doc document) [][]byte {
	values, _ := manifests(doc)
	var found [][]byte
	for _, value := range values {
		objects, _ := objectsIn(value)
		for _, object := range objects {
			if object.value.GroupVersionKind() != crdKind {
				continue
			}
			if body, err := object.body(); err == nil {
				found = append(found, body)
			}
		}
	}
	return found
}

// publish creates a CRD. The server's own panics are errors.
func publish(body []byte) (p published) {
	defer func() {
		if r := recover(); r != nil {
			p = published{Name: p.Name, Error: fmt.Sprintf("panic: %v", r)}
		}
	}()
	created := create(body)
	if created.decodeError != nil {
		return published{Error: created.decodeError.Error()}
	}
	p.Name, p.Accepted = created.crd.Name, len(created.errors) == 0 && len(created.strictErrors) == 0
	if !p.Accepted {
		return p
	}
	crd, err := asStored(created.crd)
	if err == nil {
		p.Versions, err = buildV3(crd)
	}
	if err == nil {
		p.V2, err = buildV2(crd)
	}
	if err != nil {
		p.Error = err.Error()
	}
	return p
}

// asStored is the CRD as the controllers read it.
func asStored(crd *apiextensions.CustomResourceDefinition) (*apiextensionsv1.CustomResourceDefinition, error) {
	found := &apiextensionsv1.CustomResourceDefinition{}
	return found, apiextensionsv1.Convert_apiextensions_CustomResourceDefinition_To_v1_CustomResourceDefinition(crd, found, nil)
}

// buildV3 does what pkg/controller/openapiv3 does.
func buildV3(crd *apiextensionsv1.CustomResourceDefinition) ([]publishedVersion, error) {
	var found []publishedVersion
	for _, v := range crd.Spec.Versions {
		if !v.Served {
			continue
		}
		v3, err := builder.BuildOpenAPIV3(crd, v.Name, builder.Options{IncludeSelectableFields: true})
		if err != nil {
			return nil, err
		}
		found = append(found, publishedVersion{v.Name, v3})
	}
	return found, nil
}

// buildV2 does what pkg/controller/openapi does, without the definitions of Kubernetes' own kinds.
func buildV2(crd *apiextensionsv1.CustomResourceDefinition) (*spec.Swagger, error) {
	merged := &spec.Swagger{}
	for _, v := range crd.Spec.Versions {
		if !v.Served {
			continue
		}
		v2, err := builder.BuildOpenAPIV2(crd, v.Name, builder.Options{V2: true, IncludeSelectableFields: true})
		if err != nil {
			return nil, err
		}
		v2.Definitions = handler.PruneDefaults(v2.Definitions)
		if merged, err = builder.MergeSpecs(merged, v2); err != nil {
			return nil, err
		}
	}
	return merged, nil
}
