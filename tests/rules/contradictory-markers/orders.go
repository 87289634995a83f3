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
	// +required
//@4+9 warning[contradictory-markers]: `+required` and `+optional` on one field: the field is optional
//@ | why: controller-gen asks for `+optional` first, and does not look at `+required`.
//@ | help: Remove the one that is not meant; the other says that the field is required.
//@ | fix: Remove `+required`
	// +optional
	A string `json:"a"`
	// +optional
//@4+9 warning[contradictory-markers]: `+optional` and `+kubebuilder:validation:Required` on one field: the field is required
//@ | why: controller-gen asks for `+kubebuilder:validation:Required` first, and does not look at `+optional`.
//@ | help: Remove the one that is not meant; the other says that the field is optional.
//@ | fix: Remove `+optional`
	// +kubebuilder:validation:Required
	B string `json:"b"`
	// +k8s:required
//@4+13 warning[contradictory-markers]: `+k8s:required` and `+kubebuilder:validation:Optional` on one field: the field is optional
//@ | why: controller-gen asks for `+kubebuilder:validation:Optional` first, and does not look at `+k8s:required`.
//@ | help: Remove the one that is not meant; the other says that the field is required.
//@ | fix: Remove `+k8s:required`
	// +kubebuilder:validation:Optional
	C string `json:"c"`
}
