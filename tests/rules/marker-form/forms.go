// +groupName=example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
// +kubebuilder:resource,scope=Cluster
//@24+1 warning[marker-form]: `+kubebuilder:resource` has `:` before its first argument, and is ignored without it
//@ | fix: Write `:`
// +kubebuilder:object:generate:=false
//@31+1 hint[marker-form]: `:=` in `+kubebuilder:object:generate`, where `=` is the form
//@ | why: controller-gen takes it all the same.
//@ | fix: Remove the colon
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OvenSpec `json:"spec"`
}

type OvenSpec struct {
	// + optional
//@4+10 warning[marker-form]: a blank after the plus: controller-gen ignores `+ optional`
//@ | fix: Remove the blank
	A string `json:"a"`
	// +optional, default GET
//@13+13 warning[marker-form]: text after `+optional`: controller-gen takes all of it for the name, and ignores it
//@ | help: Write the text on a line of its own.
//@ | fix: Write the text on a line of its own
	B string `json:"b"`
	// +kubebuilder:validation:Enum:Small;Large
//@32+1 warning[marker-form]: `+kubebuilder:validation:Enum` has `=` before its value, and is ignored without it
//@ | fix: Write `=`
	C string `json:"c"`
	// +optional +kubebuilder:default=5
//@14+22 warning[marker-form]: `+kubebuilder:default` on the line of another marker is not read
//@ | why: A marker reaches to the end of its line.
//@ | help: Write each marker on a line of its own.
//@ | fix: Write it on a line of its own
	D string `json:"d"`
	// +kubebuilder:default=5 +optional
//@27+9 warning[marker-form]: `+optional` on the line of another marker is not read
//@ | why: A marker reaches to the end of its line.
//@ | help: Write each marker on a line of its own.
//@ | fix: Write it on a line of its own
	E string `json:"e"`
	// +kubebuilder:validation:Enum=Small ;Large
//@33+5 warning[marker-form]: controller-gen drops `Small`, since a blank is between it and what follows
//@ | help: Remove the blank, or put the value in quotes.
//@ | fix: Remove the blank
	F string `json:"f"`
	// +kubebuilder:default:=5
	G int32 `json:"g"`
	// +kubebuilder:validation:UniqueItems:true
//@39+1 warning[marker-form]: `+kubebuilder:validation:UniqueItems` has `=` before its value, and is ignored without it
//@ | fix: Write `=`
	H []string `json:"h"`
	// +kubebuilder:default Small
//@24+6 warning[marker-form]: a blank after `+kubebuilder:default`, where `=` is read: controller-gen ignores it
	I string `json:"i"`
	// +kubebuilder:validation:Pattern="a +optional"
	J string `json:"j"`
}
