// +groupName=faults.example.com

// Package apply has faults for controller-gen to report.
package apply

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// +kubebuilder:object:root=true
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec Spec `json:"spec"`
}

type Spec struct {
	// +kubebuilder:validation:MaxLength=5
	F0 int32 `json:"f0"`
	// +kubebuilder:validation:MinLength=5
	F1 bool `json:"f1"`
	// +kubebuilder:validation:Pattern=a
	F2 []string `json:"f2"`
	// +kubebuilder:validation:Pattern=a
	F3 Size `json:"f3"`
	// +kubebuilder:validation:MaxLength=5
	F4 Number `json:"f4"`
	// +kubebuilder:validation:MaxLength=5
	F5 Inner `json:"f5"`
	// +kubebuilder:validation:MaxLength=5
	F6 *Inner `json:"f6"`
	// +kubebuilder:validation:MaxLength=5
	F7 corev1.Protocol `json:"f7"`
	// +kubebuilder:validation:MaxLength=5
	F8 metav1.Time `json:"f8"`
	// +kubebuilder:validation:MaxLength=5
	F9 intstr.IntOrString `json:"f9"`
	// +kubebuilder:validation:Maximum=5
	F10 string `json:"f10"`
	// +kubebuilder:validation:Minimum=5
	F11 []int32 `json:"f11"`
	// +kubebuilder:validation:Minimum=1.5
	F12 int64 `json:"f12"`
	// +kubebuilder:validation:Maximum=2.5
	F13 *int32 `json:"f13"`
	// +kubebuilder:validation:MultipleOf=0.5
	F14 int32 `json:"f14"`
	// +kubebuilder:validation:MultipleOf=2
	F15 string `json:"f15"`
	// +kubebuilder:validation:ExclusiveMaximum=true
	F16 string `json:"f16"`
	// +kubebuilder:validation:ExclusiveMinimum=true
	F17 Inner `json:"f17"`
	// +kubebuilder:validation:Minimum=1
	F18 Size `json:"f18"`
	// +kubebuilder:validation:MaxItems=5
	F19 string `json:"f19"`
	// +kubebuilder:validation:MinItems=5
	F20 map[string]string `json:"f20"`
	// +kubebuilder:validation:UniqueItems=true
	F21 string `json:"f21"`
	// +kubebuilder:validation:MaxItems=5
	F22 Inner `json:"f22"`
	// +kubebuilder:validation:MaxItems=5
	F23 []byte `json:"f23"`
	// +kubebuilder:validation:MaxProperties=5
	F24 string `json:"f24"`
	// +kubebuilder:validation:MinProperties=5
	F25 []string `json:"f25"`
	// +kubebuilder:validation:MaxProperties=5
	F26 Inner `json:"f26"`
	// +listType=list
	F27 []string `json:"f27"`
	// +listType=set
	F28 string `json:"f28"`
	// +listType=map
	F29 map[string]string `json:"f29"`
	// +listMapKey=a
	F30 string `json:"f30"`
	// +listMapKey=a
	F31 []Inner `json:"f31"`
	// +mapType=atomic
	F32 []string `json:"f32"`
	// +mapType=map
	F33 map[string]string `json:"f33"`
	// +structType=atomic
	F34 string `json:"f34"`
	// +structType=loose
	F35 Inner `json:"f35"`
	// +structType=atomic
	F36 []Inner `json:"f36"`
	// +kubebuilder:validation:items:MaxLength=5
	F37 string `json:"f37"`
	// +kubebuilder:validation:items:MaxLength=5
	F38 []int32 `json:"f38"`
	// +kubebuilder:validation:items:Maximum=5
	F39 []string `json:"f39"`
	// +kubebuilder:validation:items:MaxItems=5
	F40 []string `json:"f40"`
	// +kubebuilder:validation:items:XValidation:rule="a",reason=Odd
	F41 []string `json:"f41"`
	// +kubebuilder:validation:items:Pattern=a
	F42 map[string]string `json:"f42"`
	// +kubebuilder:validation:XValidation:rule="true",reason=Wrong
	F43 string `json:"f43"`
	// +kubebuilder:externalDocs:url=docs
	F44 string `json:"f44"`
	// +kubebuilder:title=5
	F45 string `json:"f45"`
	// +kubebuilder:title={a,b}
	F46 string `json:"f46"`
	// +k8s:enum
	F47 Size `json:"f47"`
	// +kubebuilder:validation:MaxLength=5
	F48 Times `json:"f48"`
	// +kubebuilder:validation:MaxItems=5
	F49 Names `json:"f49"`
	// +kubebuilder:validation:MaxProperties=5
	F50 Labels `json:"f50"`
	// +kubebuilder:validation:MaxLength=5
	F51 Bytes `json:"f51"`
	// +kubebuilder:validation:Minimum=1
	F52 Alias    `json:"f52"`
	G1  Choice   `json:"g1"`
	G2  Nested   `json:"g2"`
	G3  Required `json:"g3"`
	G4  Code     `json:"g4"`
	G5  Weekday  `json:"g5"`
}

type Size string

type Number int32

type Names []string

type Labels map[string]string

type Times []metav1.Time

type Bytes []byte

type Alias = string

type Inner struct {
	A string `json:"a"`
}

// +kubebuilder:validation:AtMostOneOf=a;b
type Choice struct {
	A string `json:"a,omitempty"`
	B string `json:"b"`
}

// +kubebuilder:validation:ExactlyOneOf=a;b.c
type Nested struct {
	A string `json:"a,omitempty"`
}

// +kubebuilder:validation:ExactlyOneOf=a;b
type Required struct {
	A string `json:"a,omitempty"`
	// +required
	B string `json:"b,omitempty"`
}

// +kubebuilder:validation:MaxLength=5
type Code int32

// +k8s:enum
type Weekday string

const Monday = Weekday("monday")
