// controller-gen: v0.16.5
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
	// +kubebuilder:validation:XValidation:rule="true",optionalOldSelf=true
//@52+15 error[invalid-marker]: `kubebuilder:validation:XValidation`: unknown argument "optionalOldSelf"
//@ | why: controller-gen v0.16.5: unknown argument "optionalOldSelf" (at <input>:1:28)
//@ | help: `optionalOldSelf` is read from v0.17.3 on.
	A string `json:"a"`
	// +kubebuilder:validation:Minimum=abc
//@36+3 error[invalid-marker]: `kubebuilder:validation:Minimum`: expected integer or float, got "abc"
//@ | why: controller-gen v0.16.5: expected integer or float, got "abc" (at <input>:1:1)
	B int32 `json:"b"`
}
