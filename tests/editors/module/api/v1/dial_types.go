// Package v1 has the types of dials.
// +groupName=metering.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// DialSpec is what a dial shows.
// +kubebuilder:validation:XValidation:rule="self.mark < 12",message="too many marks"
type DialSpec struct {
	// Needle is what the needle is painted in.
	// +kubebuilder:validation:maxLength=8
	Needle string `json:"needle"`

	// Marks is how many marks there are.
	// +kubebuilder:validation:Minimum=1
	Marks int32 `json:"marks"`
}

// Dial is a dial.
// +kubebuilder:object:root=true
type Dial struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec DialSpec `json:"spec"`
}

// Label is what is written on the dial.
func (d *Dial) Label() string { return d.Spec.Marks }
