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
	// +Optional
//@5+8 warning[unknown-marker]: controller-gen has no marker `+Optional`, and ignores it
//@ | help: `+optional` is probably meant.
//@ | fix: Replace with `+optional`
	A string `json:"a"`
	// +kubebuilder:validation:enum=a;b
//@5+27 warning[unknown-marker]: controller-gen has no marker `+kubebuilder:validation:enum`, and ignores it
//@ | help: `+kubebuilder:validation:Enum` is probably meant.
//@ | fix: Replace with `+kubebuilder:validation:Enum`
	B string `json:"b"`
	// +kubebuilder:validation:Nullable
//@5+31 warning[unknown-marker]: controller-gen has no marker `+kubebuilder:validation:Nullable`, and ignores it
//@ | help: `+nullable` is probably meant.
//@ | fix: Replace with `+nullable`
	C *string `json:"c"`
	// +kubebuilder:validation:Items:MinLength=1
//@5+38 warning[unknown-marker]: controller-gen has no marker `+kubebuilder:validation:Items:MinLength`, and ignores it
//@ | help: `+kubebuilder:validation:items:MinLength` is probably meant.
//@ | fix: Replace with `+kubebuilder:validation:items:MinLength`
	D []string `json:"d"`
	// +kubebuilder:validation:MaxLenght=3
//@5+32 warning[unknown-marker]: controller-gen has no marker `+kubebuilder:validation:MaxLenght`, and ignores it
//@ | help: `+kubebuilder:validation:MaxLength` is probably meant.
//@ | fix: Replace with `+kubebuilder:validation:MaxLength`
	E string `json:"e"`
	// +kubebuilder:categories=all
//@5+22 warning[unknown-marker]: controller-gen has no marker `+kubebuilder:categories`, and ignores it
	F string `json:"f"`
	// +optionl
//@5+7 warning[unknown-marker]: controller-gen has no marker `+optionl`, and ignores it
//@ | help: `+optional` is probably meant.
//@ | fix: Replace with `+optional`
	G string `json:"g"`
	// +k8s:optionl
//@5+11 warning[unknown-marker]: controller-gen has no marker `+k8s:optionl`, and ignores it
//@ | help: `+k8s:optional` is probably meant.
//@ | fix: Replace with `+k8s:optional`
	H string `json:"h"`
	// +k8s:maxLength=5
	// +genclient
	// +enum
	// +some text
	// +1 for this field
	I string `json:"i"`
}

// +Optional
//@4+8 warning[unknown-marker]: controller-gen has no marker `+Optional`, and ignores it
//@ | help: `+optional` is probably meant, which is read on fields only.
type Kind string
