package main

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/version"
	utilversion "k8s.io/apimachinery/pkg/version"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
)

const kindInstance = "cr"

// knownKinds are the CRDs of a file by the kind that they define: they judge the
// custom resources in it, whether or not the server would take them.
type knownKinds map[schema.GroupKind]*apiextensionsv1.CustomResourceDefinition

func kindsIn(text []byte) knownKinds {
	known := knownKinds{}
	for _, doc := range splitDocuments(text) {
		values, _ := manifests(doc)
		for _, value := range values {
			objects, _ := objectsIn(value)
			for _, o := range objects {
				known.add(o)
			}
		}
	}
	return known
}

func (k knownKinds) add(o object) {
	if o.value.GroupVersionKind() != crdKind {
		return
	}
	body, err := o.body()
	if err != nil {
		return
	}
	decoded, _, err := decoder.Decode(body, &crdKind, &apiextensions.CustomResourceDefinition{})
	if decoded == nil || (err != nil && !runtime.IsStrictDecodingError(err)) {
		return
	}
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if scheme.Convert(decoded, crd, nil) == nil {
		gk := schema.GroupKind{Group: crd.Spec.Group, Kind: crd.Spec.Names.Kind}
		if _, found := k[gk]; !found {
			k[gk] = crd
		}
	}
}

// instance is what a version of a CRD makes of an object.
type instance struct {
	crd        *apiextensionsv1.CustomResourceDefinition
	version    apiextensionsv1.CustomResourceDefinitionVersion
	structural *structuralschema.Structural
	validator  validation.SchemaValidator
}

// newInstance does what getOrCreateServingInfoFor does for one version.
func newInstance(crd *apiextensionsv1.CustomResourceDefinition, v apiextensionsv1.CustomResourceDefinitionVersion) (*instance, error) {
	internal := &apiextensions.CustomResourceValidation{}
	if v.Schema != nil {
		if err := apiextensionsv1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(v.Schema, internal, nil); err != nil {
			return nil, err
		}
	}
	structural, err := structuralschema.NewStructural(internal.OpenAPIV3Schema)
	if err != nil {
		return nil, err
	}
	structural = structural.DeepCopy()
	if err := defaulting.PruneDefaults(structural); err != nil {
		return nil, err
	}
	validator, _, err := validation.NewSchemaValidatorForVersion(internal.OpenAPIV3Schema, version.MajorMinor(1, 37))
	if err != nil {
		return nil, err
	}
	return &instance{crd: crd, version: v, structural: structural, validator: validator}, nil
}

// judgeInstance fills in the verdict on a custom resource that is created.
func judgeInstance(o object, crd *apiextensionsv1.CustomResourceDefinition, v *verdict) {
	defer func() {
		if r := recover(); r != nil {
			*v = verdict{Kind: kindPanic, Name: v.Name, Decode: []string{fmt.Sprintf("panic: %v", r)}, Errors: []finding{}}
		}
	}()
	gvk := o.value.GroupVersionKind()
	at := slices.IndexFunc(crd.Spec.Versions, func(v apiextensionsv1.CustomResourceDefinitionVersion) bool {
		return v.Name == gvk.Version && v.Served
	})
	if at < 0 {
		v.Decode = []string{fmt.Sprintf("no matches for kind %q in version %q", gvk.Kind, gvk.GroupVersion())}
		return
	}
	in, err := newInstance(crd, crd.Spec.Versions[at])
	if err != nil {
		v.Kind = kindPanic
		v.Decode = []string{"the server could not properly serve the CR schema: " + err.Error()}
		return
	}
	obj := o.value.DeepCopy()
	unknown, err := in.apply(obj)
	if err != nil {
		v.Decode = []string{"error: " + err.Error()}
		return
	}
	for _, path := range unknown {
		v.Decode = append(v.Decode, fmt.Sprintf("unknown field %q", path))
	}
	defaulting.Default(obj.Object, in.structural)
	errs, warnings := in.create(obj)
	v.Errors = renderErrors(errs, 0, false)
	v.Warnings = warnings
	v.Object = obj.Object
}

// apply is unstructuredSchemaCoercer.apply, as far as it concerns a new object.
func (in *instance) apply(u *unstructured.Unstructured) ([]string, error) {
	kind, apiVersion := u.GetKind(), u.GetAPIVersion()
	metadata, found, unknown, err := objectmeta.GetObjectMetaWithOptions(u.Object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return nil, err
	}
	if !in.crd.Spec.PreserveUnknownFields {
		opts := structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
		unknown = append(unknown, pruning.PruneWithOptions(u.Object, in.structural, true, opts)...)
		defaulting.PruneNonNullableNullsWithoutDefaults(u.Object, in.structural)
	}
	fieldErr, paths := objectmeta.CoerceWithOptions(nil, u.Object, in.structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if fieldErr != nil {
		return nil, fieldErr
	}
	u.SetKind(kind)
	u.SetAPIVersion(apiVersion)
	if found {
		if err := objectmeta.SetObjectMeta(u.Object, metadata); err != nil {
			return nil, err
		}
	}
	return append(unknown, paths...), nil
}

// create is what the handler, the strategy and the storage do and say.
func (in *instance) create(u *unstructured.Unstructured) (field.ErrorList, []string) {
	namespaced := in.crd.Spec.Scope == apiextensionsv1.NamespaceScoped
	gvk := schema.GroupVersionKind{Group: in.crd.Spec.Group, Version: in.version.Name, Kind: in.crd.Spec.Names.Kind}
	var status *apiextensions.CustomResourceSubresourceStatus
	var scale *apiextensions.CustomResourceSubresourceScale
	if sub := in.version.Subresources; sub != nil {
		if sub.Status != nil {
			status = &apiextensions.CustomResourceSubresourceStatus{}
		}
		if sub.Scale != nil {
			scale = &apiextensions.CustomResourceSubresourceScale{
				SpecReplicasPath:   sub.Scale.SpecReplicasPath,
				StatusReplicasPath: sub.Scale.StatusReplicasPath,
				LabelSelectorPath:  sub.Scale.LabelSelectorPath,
			}
		}
	}
	strategy := customresource.NewStrategy(scheme, namespaced, gvk, in.validator, nil, in.structural, status, scale, nil)
	if status != nil {
		delete(u.Object, "status")
	}
	judged := u.DeepCopy()
	accessor, err := meta.Accessor(judged)
	if err != nil {
		return field.ErrorList{field.InternalError(nil, err)}, nil
	}
	namespace := metav1.NamespaceNone
	if namespaced {
		namespace = accessor.GetNamespace()
		if namespace == "" {
			namespace = metav1.NamespaceDefault
		}
	}
	ctx := request.WithNamespace(context.Background(), namespace)
	rest.FillObjectMetaSystemFields(accessor)
	accessor.SetNamespace(namespace)
	if prefix := accessor.GetGenerateName(); prefix != "" && accessor.GetName() == "" {
		accessor.SetName(prefix[:min(len(prefix), maxGeneratedLen)] + generatedSuffix)
	}
	strategy.PrepareForCreate(ctx, judged)
	errs := strategy.Validate(ctx, judged)
	if len(errs) == 0 && accessor.GetResourceVersion() != "" {
		errs = append(errs, field.Forbidden(field.NewPath("metadata", "resourceVersion"), "resourceVersion should not be set on objects to be created"))
	}
	return errs, append(in.deprecation(), strategy.WarningsOnCreate(ctx, judged)...)
}

// deprecation is what the handler warns of at each request; the words without an
// author's are defaultDeprecationWarning's.
func (in *instance) deprecation() []string {
	if !in.version.Deprecated {
		return nil
	}
	if in.version.DeprecationWarning != nil {
		return []string{*in.version.DeprecationWarning}
	}
	spec := in.crd.Spec
	warning := fmt.Sprintf("%s/%s %s is deprecated", spec.Group, in.version.Name, spec.Names.Kind)
	better := ""
	for _, v := range spec.Versions {
		if v.Served && !v.Deprecated && utilversion.CompareKubeAwareVersionStrings(in.version.Name, v.Name) < 0 &&
			(better == "" || utilversion.CompareKubeAwareVersionStrings(better, v.Name) < 0) {
			better = v.Name
		}
	}
	if better != "" {
		warning += fmt.Sprintf("; use %s/%s %s", spec.Group, better, spec.Names.Kind)
	}
	return []string{warning}
}
