package main

import (
	"context"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
)

var (
	crdKind  = apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition")
	scheme   = newScheme()
	decoder  = newDecoder()
	strategy = customresourcedefinition.NewStrategy(scheme)
)

func newScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	install.Install(s)
	return s
}

// newDecoder builds what the create handler decodes with under field validation
// Warn and Strict: strict JSON, defaults, conversion to the internal version.
func newDecoder() runtime.Decoder {
	codecs := serializer.NewCodecFactory(scheme)
	info, ok := runtime.SerializerInfoForMediaType(codecs.SupportedMediaTypes(), runtime.ContentTypeJSON)
	if !ok {
		panic("apimachinery has no JSON serializer")
	}
	hub := schema.GroupVersion{Group: apiextensions.GroupName, Version: runtime.APIVersionInternal}
	return codecs.DecoderToVersion(info.StrictSerializer, hub)
}

// outcome is what the server makes of one CRD that somebody creates.
type outcome struct {
	// crd is nil if its JSON cannot be decoded.
	crd *apiextensions.CustomResourceDefinition
	// decodeError is set then, and nothing after it is looked at.
	decodeError error
	// strictErrors are the unknown fields, of which the server lists up to 100.
	strictErrors []error
	errors       field.ErrorList
	warnings     []string
}

// decode reads a CRD as the server does under field validation Warn.
func decode(body []byte) outcome {
	var result outcome
	decoded, _, err := decoder.Decode(body, &crdKind, &apiextensions.CustomResourceDefinition{})
	if err != nil {
		strict, ok := runtime.AsStrictDecodingError(err)
		if !ok || decoded == nil {
			return outcome{decodeError: err}
		}
		result.strictErrors = strict.Errors()
	}
	result.crd = decoded.(*apiextensions.CustomResourceDefinition)
	return result
}

// create walks through the server's stages for a POST of a CRD under field
// validation Warn. The warnings are asked for even where there are errors.
func create(body []byte) outcome {
	result := decode(body)
	if result.decodeError != nil {
		return result
	}
	ctx := request.WithNamespace(context.Background(), metav1.NamespaceNone)
	prepareMetadata(result.crd)
	strategy.PrepareForCreate(ctx, result.crd)
	result.errors = validateCreate(ctx, result.crd, strategy)
	result.warnings = strategy.WarningsOnCreate(ctx, result.crd)
	return result
}

// generatedSuffix stands for the five random characters that the server appends
// to metadata.generateName, so that two runs say the same.
const (
	generatedSuffix = "xxxxx"
	maxGeneratedLen = 63 - len(generatedSuffix)
)

// prepareMetadata does what the handler and the store do to the metadata before
// the strategy sees it. Managed fields are not the user's: the server replaces
// what it cannot read of them, so they are dropped.
func prepareMetadata(crd *apiextensions.CustomResourceDefinition) {
	rest.WipeObjectMetaSystemFields(crd)
	crd.Namespace = metav1.NamespaceNone
	crd.ManagedFields = nil
	rest.FillObjectMetaSystemFields(crd)
	if prefix := crd.GenerateName; prefix != "" && crd.Name == "" {
		crd.Name = prefix[:min(len(prefix), maxGeneratedLen)] + generatedSuffix
	}
}
