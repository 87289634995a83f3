// file: api/v1/doc.go
// Package v1 is an API.
// +groupName=example.com
// +versionName=v1
// +kubebuilder:object:generate=true
package v1

// file: api/v1/groupversion.go
// +groupName=example.com
// +kubebuilder:object:generate=true
package v1

// file: api/v1/oven.go
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +groupName=ovens.example.com
//@3+28 warning[duplicate-marker]: `+groupName` is repeated with another value, and the first one counts
//@ | why: Only packages have this marker: it is not `Oven`'s.
//@ | fix: Remove this one
// +versionName=v1
//@3+15 warning[duplicate-marker]: `+versionName` is repeated
//@ | why: Only packages have this marker: it is not `Oven`'s.
//@ | fix: Remove this one

// Oven is an oven.
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// file: api/v1/zone.go
// +groupName=zones.example.com
//@3+28 warning[duplicate-marker]: `+groupName` is repeated with another value, and the first one counts
//@ | fix: Remove this one
package v1
