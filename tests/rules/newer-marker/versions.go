// controller-gen: v0.17.0
// +groupName=example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
// +kubebuilder:validation:ExactlyOneOf=a;b
//@4+35 warning[newer-marker]: controller-gen v0.17.0 ignores `+kubebuilder:validation:ExactlyOneOf`, which is read from v0.19.0 on
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OvenSpec `json:"spec"`
}

type OvenSpec struct {
	// +k8s:maxItems=5
//@5+12 warning[newer-marker]: controller-gen v0.17.0 ignores `+k8s:maxItems`, which is read from v0.23.0 on
//@ | fix: Replace with `+kubebuilder:validation:MaxItems`
	A []string `json:"a"`
	// +k8s:optional
//@5+12 warning[newer-marker]: controller-gen v0.17.0 ignores `+k8s:optional`, which is read from v0.20.0 on
//@ | fix: Replace with `+optional`
	B string `json:"b"`
	// +kubebuilder:title=A
//@5+17 warning[newer-marker]: controller-gen v0.17.0 ignores `+kubebuilder:title`, which is read from v0.18.0 on
	C string `json:"c"`
}
