//go:build before1.35

package main

import "k8s.io/apiserver/pkg/cel/environment"

// baseEnvironment is where the server compiles rules of CRDs: with strict costs, a switch that went with 1.35.
func baseEnvironment() *environment.EnvSet {
	return environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion(), true)
}
