//go:build before1.37

package main

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"
)

// validateCreate is the part of rest.BeforeCreate that gives errors; it has a function of its own from 1.37 on.
func validateCreate(ctx context.Context, obj runtime.Object, strategy rest.RESTCreateStrategy) field.ErrorList {
	if errs := strategy.Validate(ctx, obj); len(errs) > 0 {
		return errs
	}
	object, err := meta.Accessor(obj)
	if err != nil {
		return field.ErrorList{field.InternalError(metadata, err)}
	}
	return validation.ValidateObjectMetaAccessor(object, strategy.NamespaceScoped(), path.ValidatePathSegmentName, metadata)
}

// validateUpdate is that of rest.BeforeUpdate.
func validateUpdate(ctx context.Context, obj, old runtime.Object, strategy rest.RESTUpdateStrategy) field.ErrorList {
	object, err := meta.Accessor(obj)
	if err != nil {
		return field.ErrorList{field.InternalError(metadata, err)}
	}
	oldObject, err := meta.Accessor(old)
	if err != nil {
		return field.ErrorList{field.InternalError(metadata, err)}
	}
	errs := validation.ValidateObjectMetaAccessor(object, strategy.NamespaceScoped(), path.ValidatePathSegmentName, metadata)
	errs = append(errs, validation.ValidateObjectMetaAccessorUpdate(object, oldObject, metadata)...)
	return append(errs, strategy.ValidateUpdate(ctx, obj, old)...)
}

var metadata = field.NewPath("metadata")
