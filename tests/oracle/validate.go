//go:build !before1.37

package main

import "k8s.io/apiserver/pkg/registry/rest"

// What the server asks of an object that is created, or replaced.
var (
	validateCreate = rest.ValidateCreate
	validateUpdate = rest.ValidateUpdate
)
