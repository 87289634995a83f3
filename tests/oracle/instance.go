package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"k8s.io/apiextensions-apiserver/pkg/apihelpers"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	schemaobjectmeta "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	apiservervalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	apiversion "k8s.io/apimachinery/pkg/version"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage"
)

// kindInstance is the kind of a verdict on a custom resource.
const kindInstance = "cr"

// servedKinds are the kinds of the CRDs of `--crds`, each with its versions. A
// kind that is here without the version asked for is not served in it.
type servedKinds map[schema.GroupKind]*servedKind

type servedKind struct {
	crd      *apiextensionsv1.CustomResourceDefinition
	versions map[string]*servedVersion
}

// servedVersion is what the server keeps of one version to judge its objects.
type servedVersion struct {
	crd        *apiextensionsv1.CustomResourceDefinition
	version    apiextensionsv1.CustomResourceDefinitionVersion
	structural *structuralschema.Structural
	strategy   rest.RESTCreateUpdateStrategy
	// status is nil without that subresource, and scale where there is none.
	status rest.RESTUpdateStrategy
	scale  *apiextensions.CustomResourceSubresourceScale
}

// readServed reads the CRDs in files and folders. Versions whose schema the
// server could not work with are not served; that it would refuse the CRD for
// something else does not count.
func readServed(paths []string) (servedKinds, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	sources, err := listSources(paths)
	if err != nil {
		return nil, err
	}
	kinds := servedKinds{}
	for _, s := range sources {
		text, err := os.ReadFile(s.path)
		if err != nil {
			return nil, err
		}
		for _, doc := range splitDocuments(text) {
			values, _ := manifests(doc)
			kinds.addManifests(values, nil)
		}
	}
	return kinds, nil
}

// addManifests passes over what cannot be read: the verdict on it says so.
func (k servedKinds) addManifests(values [][]byte, created *remembered[*createdCRD]) {
	for _, value := range values {
		objects, _ := objectsIn(value)
		for _, object := range objects {
			if object.value.GroupVersionKind() != crdKind {
				continue
			}
			if body, err := object.body(); err == nil {
				k.add(body, created)
			}
		}
	}
}

// add passes over what the server's code panics at.
func (k servedKinds) add(body []byte, created *remembered[*createdCRD]) {
	defer func() { _ = recover() }()
	if kind := created.of(body, newCreatedCRD).serve(); kind != nil {
		k[schema.GroupKind{Group: kind.crd.Spec.Group, Kind: kind.crd.Spec.Names.Kind}] = kind
	}
}

func newServedKind(crd *apiextensionsv1.CustomResourceDefinition) *servedKind {
	kind := &servedKind{crd: crd, versions: map[string]*servedVersion{}}
	for _, version := range crd.Spec.Versions {
		if !version.Served {
			continue
		}
		if served := serve(crd, version); served != nil {
			kind.versions[version.Name] = served
		}
	}
	return kind
}

func serve(crd *apiextensionsv1.CustomResourceDefinition, version apiextensionsv1.CustomResourceDefinitionVersion) *servedVersion {
	internal := &apiextensions.CustomResourceValidation{}
	val, err := apihelpers.GetSchemaForVersion(crd, version.Name)
	if err != nil || val == nil {
		return nil
	}
	if err := apiextensionsv1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(val, internal, nil); err != nil {
		return nil
	}
	structural, err := structuralschema.NewStructural(internal.OpenAPIV3Schema)
	if err != nil {
		return nil
	}
	structural = structural.DeepCopy()
	if err := structuraldefaulting.PruneDefaults(structural); err != nil {
		return nil
	}
	validator, _, err := apiservervalidation.NewSchemaValidator(internal.OpenAPIV3Schema)
	if err != nil {
		return nil
	}
	statusValidator, err := statusValidatorOf(internal.OpenAPIV3Schema)
	if err != nil {
		return nil
	}
	var status *apiextensions.CustomResourceSubresourceStatus
	var scale *apiextensions.CustomResourceSubresourceScale
	if sub := version.Subresources; sub != nil {
		if sub.Status != nil {
			status = &apiextensions.CustomResourceSubresourceStatus{}
		}
		if sub.Scale != nil {
			scale = &apiextensions.CustomResourceSubresourceScale{}
			if err := apiextensionsv1.Convert_v1_CustomResourceSubresourceScale_To_apiextensions_CustomResourceSubresourceScale(sub.Scale, scale, nil); err != nil {
				return nil
			}
		}
	}
	kind := schema.GroupVersionKind{Group: crd.Spec.Group, Version: version.Name, Kind: crd.Spec.Names.Kind}
	namespaced := crd.Spec.Scope == apiextensionsv1.NamespaceScoped
	strategy := customresource.NewStrategy(oneKind{kind}, namespaced, kind, validator, statusValidator, structural, status, scale, version.SelectableFields)
	return &servedVersion{crd, version, structural, strategy, customresource.NewStatusStrategy(strategy), scale}
}

// statusValidatorOf is what a write of the status is validated with; nil where
// the schema has none.
func statusValidatorOf(schema *apiextensions.JSONSchemaProps) (apiservervalidation.SchemaValidator, error) {
	if schema == nil {
		return nil, nil
	}
	status, written := schema.Properties["status"]
	if !written {
		return nil, nil
	}
	validator, _, err := apiservervalidation.NewSchemaValidator(&status)
	return validator, err
}

// oneKind knows the kind of all objects of a strategy.
type oneKind struct{ kind schema.GroupVersionKind }

func (k oneKind) ObjectKinds(runtime.Object) ([]schema.GroupVersionKind, bool, error) {
	return []schema.GroupVersionKind{k.kind}, false, nil
}

func (k oneKind) Recognizes(schema.GroupVersionKind) bool { return true }

// judgeInstance gives the verdict on a custom resource; nil where no CRD of that
// kind is known.
func (k servedKinds) judgeInstance(o object, noValues bool) *verdict {
	gvk := o.value.GroupVersionKind()
	kind := k[gvk.GroupKind()]
	if kind == nil {
		return nil
	}
	v := &verdict{Kind: kindInstance, Name: fmt.Sprintf("%s %s", gvk, o.value.GetName()), Errors: []finding{}}
	served := kind.versions[gvk.Version]
	if served == nil {
		v.Decode = []string{fmt.Sprintf("no matches for kind %q in version %q", gvk.Kind, gvk.GroupVersion())}
		return v
	}
	body, err := o.body()
	u := &unstructured.Unstructured{}
	if err == nil {
		err = u.UnmarshalJSON(body)
	}
	if err != nil {
		v.Decode = []string{"error: " + err.Error()}
		return v
	}
	unknown, err := served.coerce(u)
	if err != nil {
		v.Decode = []string{"error: " + err.Error()}
		return v
	}
	for _, path := range unknown {
		v.Decode = append(v.Decode, fmt.Sprintf(`unknown field "%s"`, path))
	}
	errs := served.create(u)
	v.Errors = instanceErrors(errs, noValues)
	v.Warnings = served.warnings(u)
	v.Object = storedObject(u, o.value)
	return v
}

// instanceErrors are those on a custom resource: the places are those written.
func instanceErrors(errs field.ErrorList, noValues bool) []finding {
	found := renderErrors(errs, 0, noValues)
	for i := range found {
		found[i].Fields = nil
		if found[i].Bad == "null" {
			found[i].Bad = ""
		}
	}
	return found
}

// storedObject is what would be stored, without what the server fills in itself.
func storedObject(u, sent *unstructured.Unstructured) json.RawMessage {
	u.SetNamespace(sent.GetNamespace())
	u.SetName(sent.GetName())
	u.SetUID(sent.GetUID())
	u.SetCreationTimestamp(sent.GetCreationTimestamp())
	u.SetGeneration(sent.GetGeneration())
	text, err := json.Marshal(u.Object)
	if err != nil {
		return nil
	}
	return text
}

// coerce is what the handler's decoder does under strict field validation:
// metadata of its type, pruning, nulls, defaults. Gives the unknown fields.
func (s *servedVersion) coerce(u *unstructured.Unstructured) ([]string, error) {
	kind, apiVersion := u.GetKind(), u.GetAPIVersion()
	objectMeta, found, unknown, err := schemaobjectmeta.GetObjectMetaWithOptions(u.Object, schemaobjectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return nil, err
	}
	track := structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
	unknown = append(unknown, structuralpruning.PruneWithOptions(u.Object, s.structural, true, track)...)
	structuraldefaulting.PruneNonNullableNullsWithoutDefaults(u.Object, s.structural)
	coerceErr, paths := schemaobjectmeta.CoerceWithOptions(nil, u.Object, s.structural, false, schemaobjectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if coerceErr != nil {
		return nil, coerceErr
	}
	u.SetKind(kind)
	u.SetAPIVersion(apiVersion)
	if found {
		if err := schemaobjectmeta.SetObjectMeta(u.Object, objectMeta); err != nil {
			return nil, err
		}
	}
	structuraldefaulting.Default(u.Object, s.structural)
	return append(unknown, paths...), nil
}

// create is what rest.BeforeCreate and the store do; those give no list of errors.
func (s *servedVersion) create(u *unstructured.Unstructured) field.ErrorList {
	namespace := metav1.NamespaceNone
	if s.strategy.NamespaceScoped() {
		if namespace = u.GetNamespace(); namespace == "" {
			namespace = metav1.NamespaceDefault
		}
	}
	ctx := request.WithNamespace(context.Background(), namespace)
	rest.WipeObjectMetaSystemFields(u)
	u.SetNamespace(namespace)
	u.SetManagedFields(nil)
	s.strategy.PrepareForCreate(ctx, u)
	rest.FillObjectMetaSystemFields(u)
	if prefix := u.GetGenerateName(); prefix != "" && u.GetName() == "" {
		u.SetName(prefix[:min(len(prefix), maxGeneratedLen)] + generatedSuffix)
	}
	errs := validateCreate(ctx, u, s.strategy)
	if version, err := strconv.ParseUint(u.GetResourceVersion(), 10, 64); len(errs) == 0 && err == nil && version != 0 {
		errs = append(errs, field.Forbidden(field.NewPath("metadata", "resourceVersion"), storage.ErrResourceVersionSetOnCreate.Error()))
	}
	return errs
}

// warnings are the deprecation's and the strategy's.
func (s *servedVersion) warnings(u *unstructured.Unstructured) []string {
	var found []string
	if s.version.Deprecated {
		found = append(found, s.deprecation())
	}
	return append(found, s.strategy.WarningsOnCreate(context.Background(), u)...)
}

// deprecation is the handler's sentence where the author gave none: it names the
// newest served version that is better.
func (s *servedVersion) deprecation() string {
	if s.version.DeprecationWarning != nil {
		return *s.version.DeprecationWarning
	}
	group, kind := s.crd.Spec.Group, s.crd.Spec.Names.Kind
	sentence := fmt.Sprintf("%s/%s %s is deprecated", group, s.version.Name, kind)
	newest := s.version.Name
	for _, v := range s.crd.Spec.Versions {
		if v.Served && !v.Deprecated && apiversion.CompareKubeAwareVersionStrings(newest, v.Name) < 0 {
			newest = v.Name
		}
	}
	if newest != s.version.Name {
		sentence += fmt.Sprintf("; use %s/%s %s", group, newest, kind)
	}
	return sentence
}
