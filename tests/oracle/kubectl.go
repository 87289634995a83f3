//go:build !before1.37

package main

import (
	"io"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/openapi"
	explainv2 "k8s.io/kubectl/pkg/explain/v2"
)

// printModel is what `kubectl explain` calls, without a limit to the depth.
func printModel(fields []string, out io.Writer, client openapi.Client, gvr schema.GroupVersionResource, recursive bool) error {
	return explainv2.PrintModelDescription(fields, out, client, gvr, recursive, 0, "plaintext")
}
