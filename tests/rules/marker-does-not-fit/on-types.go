// +groupName=example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
// +kubebuilder:metadata:annotations="a"
//@37+3 error[marker-does-not-fit]: `a` is not `key=value`
//@ | why: controller-gen v0.23.0: annotation a is not in 'xxx=xxx' format
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OvenSpec `json:"spec"`
}

type OvenSpec struct {
	// +kubebuilder:validation:MaxLength=5
//@5+32 error[marker-does-not-fit]: `kubebuilder:validation:MaxLength`: must apply maxlength to a textual value, found type "integer"
//@ | why: controller-gen v0.23.0: must apply maxlength to a textual value, found type "integer"
	A int32 `json:"a"`
	// +kubebuilder:validation:Minimum=0.5
//@36+3 error[marker-does-not-fit]: `kubebuilder:validation:Minimum`: cannot apply non-integral minimum validation (0.5) to integer value
//@ | why: controller-gen v0.23.0: cannot apply non-integral minimum validation (0.5) to integer value
	B int32 `json:"b"`
	// +kubebuilder:validation:MinItems=1
//@5+31 error[marker-does-not-fit]: `kubebuilder:validation:MinItems`: must apply minitems to an array
//@ | why: controller-gen v0.23.0: must apply minitems to an array
	C string `json:"c"`
	// +listType=maps
//@14+4 error[marker-does-not-fit]: `listType`: ListType must be either "map", "set" or "atomic"
//@ | why: controller-gen v0.23.0: ListType must be either "map", "set" or "atomic"
	D []string `json:"d"`
	// +listMapKey=name
//@5+10 error[marker-does-not-fit]: `listMapKey`: must apply listMapKey to an associative-list
//@ | why: controller-gen v0.23.0: must apply listMapKey to an associative-list
//@ | help: A list with `+listType=map` has keys.
	E []string `json:"e"`
	// +mapType=granular
//@5+7 error[marker-does-not-fit]: `mapType`: must apply mapType to an object
//@ | why: controller-gen v0.23.0: must apply mapType to an object
	F string `json:"f"`
	// +kubebuilder:validation:items:MaxLength=4
//@5+38 error[marker-does-not-fit]: `kubebuilder:validation:items:MaxLength`: must apply maxlength to a textual value, found type "integer"
//@ | why: controller-gen v0.23.0: must apply maxlength to a textual value, found type "integer"
	G []int32 `json:"g"`
	// +kubebuilder:validation:MaxLength=4
//@5+32 error[marker-does-not-fit]: `kubebuilder:validation:MaxLength`: must apply maxlength to a textual value, found type ""
//@ | why: controller-gen v0.23.0: must apply maxlength to a textual value, found type ""
	H corev1.Protocol `json:"h"`
	// +kubebuilder:validation:XValidation:rule="true",reason=Bad
//@59+3 error[marker-does-not-fit]: `kubebuilder:validation:XValidation`: invalid reason Bad, valid values are FieldValueRequired, FieldValueInvalid, FieldValueForbidden and FieldValueDuplicate
//@ | why: controller-gen v0.23.0: invalid reason Bad, valid values are FieldValueRequired, FieldValueInvalid, FieldValueForbidden and FieldValueDuplicate
	I string `json:"i"`
	// +kubebuilder:externalDocs:url="not a url"
//@34+11 error[marker-does-not-fit]: `kubebuilder:externalDocs`: invalid url "not a url" in kubebuilder:externalDocs marker: parse "not a url": invalid URI for request
//@ | why: controller-gen v0.23.0: invalid url "not a url" in kubebuilder:externalDocs marker: parse "not a url": invalid URI for request
	J string `json:"j"`
	// +kubebuilder:title=5
//@23+1 error[marker-does-not-fit]: `kubebuilder:title`: expected string, got int
//@ | why: controller-gen v0.23.0: expected string, got int
	K string `json:"k"`
	// +k8s:enum
//@5+8 error[marker-does-not-fit]: `k8s:enum`: k8s:enum must be set on a type, not a field
//@ | why: controller-gen v0.23.0: k8s:enum must be set on a type, not a field
	L Size `json:"l"`
	// +kubebuilder:validation:MaxItems=4
	M Sizes `json:"m"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern=a
	N corev1.Protocol `json:"n"`
}

// +k8s:enum
//@4+8 error[marker-does-not-fit]: `k8s:enum`: no enum values found for type Size
//@ | why: controller-gen v0.23.0: no enum values found for type Size
type Size string

type Sizes []Size

// +kubebuilder:validation:ExactlyOneOf=a;b.c
type Choice struct {
	A string `json:"a,omitempty"`
}
