//go:build before1.32

package main

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/storage"
)

// Delete has no options before 1.32.
func (s store) Delete(_ context.Context, key string, out runtime.Object, preconditions *storage.Preconditions,
	_ storage.ValidateObjectFunc, _ runtime.Object,
) error {
	return s.remove(key, out, preconditions)
}
