//go:build !before1.32

package main

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/storage"
)

// Delete is asked for where an update removes the last finalizer of an object
// that is being deleted.
func (s store) Delete(_ context.Context, key string, out runtime.Object, preconditions *storage.Preconditions,
	_ storage.ValidateObjectFunc, _ runtime.Object, _ storage.DeleteOptions,
) error {
	return s.remove(key, out, preconditions)
}
