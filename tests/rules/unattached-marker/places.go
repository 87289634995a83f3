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
	// +kubebuilder:validation:MaxLength=1
//@5+32 warning[unattached-marker]: `+kubebuilder:validation:MaxLength` is too far above its field: another comment is between them
//@ | why: controller-gen does not read it, and says nothing.
//@ | help: Move the marker directly above the field.

	// Something else.

	// The name.
	A string `json:"a"` // +optional
//@25+8 warning[unattached-marker]: `+optional` at the end of a line is lost
//@ | why: controller-gen does not read it, and says nothing.
//@ | help: Move the marker to a line of its own, above the declaration.
//@ | fix: Move it above
	// +nullable
//@5+8 warning[unattached-marker]: `+nullable` has no field below it
//@ | why: controller-gen does not read it, and says nothing.
//@ | help: Move the marker directly above the field or type that it is for.
}

// +kubebuilder:validation:MaxProperties=5
//@4+36 warning[unattached-marker]: `+kubebuilder:validation:MaxProperties` does not belong to `Size`: another comment is between them
//@ | why: The comment group directly above a declaration counts, and the one before that.
//@ | help: Move the marker directly above the declaration.

// A comment.

// The type below.
type Size struct {}

// Reconcile does it.
// +kubebuilder:rbac:groups=example.com,resources=ovens,verbs=get
//@4+16 warning[unattached-marker]: `+kubebuilder:rbac` directly above a function is lost
//@ | why: controller-gen does not read it, and says nothing.
//@ | help: Put a blank line after it: a marker of the package stands apart from declarations.
//@ | fix: Add a blank line after it
func Reconcile() {
	// +kubebuilder:rbac:groups=example.com,resources=ovens,verbs=get
}

// +kubebuilder:rbac:groups=example.com,resources=ovens,verbs=get
//@4+16 warning[unattached-marker]: `+kubebuilder:rbac` directly above a variable is lost
//@ | why: controller-gen does not read it, and says nothing.
//@ | help: Put a blank line after it: a marker of the package stands apart from declarations.
//@ | fix: Add a blank line after it
var x = 1

// +kubebuilder:validation:MaxLength=5
//@4+32 warning[unattached-marker]: `+kubebuilder:validation:MaxLength` above a group of types belongs to none of them
//@ | why: controller-gen does not read it, and says nothing.
//@ | help: Move it directly above the type, inside of the parentheses.
type (
	Name string
)

type Grid struct {
	// +optional
	A string `json:"a"`

	// Left out for now.
	// +optional
	// B string `json:"b"`
}
