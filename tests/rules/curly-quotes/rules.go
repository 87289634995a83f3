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
	// +kubebuilder:validation:XValidation:rule="self != ”",message="don’t write “it”"
//@54+3 warning[curly-quotes]: `”` in `+kubebuilder:validation:XValidation`: gofmt makes it of '' in a comment
//@ | why: gofmt takes the comment for text, and no expression has curly quotes.
//@ | fix: Write `\"\"`, which gofmt leaves alone
	A string `json:"a"`
	// +kubebuilder:validation:XValidation:rule=`self != ”`
//@54+3 warning[curly-quotes]: `”` in `+kubebuilder:validation:XValidation`: gofmt makes it of '' in a comment
//@ | why: gofmt takes the comment for text, and no expression has curly quotes.
//@ | fix: Write `""`, which gofmt leaves alone
	B string `json:"b"`
	// +kubebuilder:default=”
//@25+3 warning[curly-quotes]: `”` in `+kubebuilder:default`: gofmt makes it of '' in a comment
//@ | why: gofmt takes the comment for text, and no expression has curly quotes.
//@ | fix: Write `""`, which gofmt leaves alone
	C string `json:"c"`
}
