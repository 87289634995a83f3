// +groupName=example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OvenSpec `json:"spec"`
}

type OvenSpec struct {
	Name string
//@1+11 error[missing-json-tag]: `Name` has no `json` tag
//@ | why: controller-gen v0.23.0: encountered struct field "Name" without JSON tag in type "OvenSpec"
//@ | help: A field that is not part of the API has the tag `json:"-"`.
//@ | fix: Add `json:"name"`
	HTTPPort int32
//@1+14 error[missing-json-tag]: `HTTPPort` has no `json` tag
//@ | why: controller-gen v0.23.0: encountered struct field "HTTPPort" without JSON tag in type "OvenSpec"
//@ | help: A field that is not part of the API has the tag `json:"-"`.
//@ | fix: Add `json:"httpPort"`
	Left, Right string
//@1+4 error[missing-json-tag]: `Left` has no `json` tag
//@ | why: controller-gen v0.23.0: encountered struct field "Left" without JSON tag in type "OvenSpec"
//@7+5 error[missing-json-tag]: `Right` has no `json` tag
//@ | why: controller-gen v0.23.0: encountered struct field "Right" without JSON tag in type "OvenSpec"
	Base
//@1+4 error[missing-json-tag]: `Base` has no `json` tag
//@ | why: controller-gen v0.23.0: encountered struct field "" without JSON tag in type "OvenSpec"
//@ | help: A field that is not part of the API has the tag `json:"-"`.
//@ | fix: Add `json:",inline"`
	Inner `json:",inline"`
	Hidden string `json:"-"`
}

type Base struct{}

type Inner struct {
	Size int32 `yaml:"size"`
//@1+24 error[missing-json-tag]: `Size` has no `json` tag
//@ | why: controller-gen v0.23.0: encountered struct field "Size" without JSON tag in type "Inner"
}

// Nothing leads here.
type Unused struct {
	Size float64
}
