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
	// +kubebuilder:validation:Enum=a;b
//@5+27 warning[marker-without-effect]: `Enum` on a list is about the list as a whole, and no list is one of these values
//@ | why: The API server rejects every list, since it compares the list itself with the values.
//@ | help: The items have `items:Enum`, from v0.15.0 on.
//@ | fix: Replace with `+kubebuilder:validation:items:Enum`
	A []string `json:"a"`
	// +kubebuilder:validation:ExclusiveMinimum=true
//@5+39 warning[marker-without-effect]: `+kubebuilder:validation:ExclusiveMinimum` without `Minimum` rejects nothing
//@ | why: It says whether the bound itself is rejected.
	B int32 `json:"b"`
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:ExclusiveMinimum=true
	C int32 `json:"c"`
	// +optional
//@5+8 warning[marker-without-effect]: `+optional` on a field that the tag `json:"-"` leaves out
//@ | why: The schema does not have the field.
	D string `json:"-"`
	E Alias `json:"e"`
}

// +kubebuilder:validation:MaxProperties=5
//@4+36 warning[marker-without-effect]: `+kubebuilder:validation:MaxProperties` on the alias `Alias` is not read
//@ | why: A field of the alias has the type that the alias stands for, without its markers.
type Alias = Inner

type Inner struct {}

// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="A",type=string,JSONPath=`.spec.a`
//@4+23 warning[marker-without-effect]: `+kubebuilder:printcolumn` on `OvenList` changes no CRD
//@ | why: A CRD is made of a struct that embeds `metav1.TypeMeta` and `metav1.ObjectMeta`.
type OvenList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Oven `json:"items"`
}
