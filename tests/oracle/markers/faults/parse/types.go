// +groupName=faults.example.com

// Package parse has faults for controller-gen to report.
package parse

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name=A,type=string
// +kubebuilder:printcolumn:name=A,type=string,JSONPath=.a,priority=high
// +kubebuilder:printcolumn:name="A
// +kubebuilder:resource:path=ovens,scop=Cluster
// +kubebuilder:resource:shortName=a,b
// +kubebuilder:resource=ovens
// +kubebuilder:subresource:status=true
// +kubebuilder:subresource:scale:specpath=.spec.a
// +kubebuilder:subresource:scale
// +kubebuilder:storageversion:true=1
// +kubebuilder:selectablefield:jsonPath=.a
// +kubebuilder:deprecatedversion=old
// +kubebuilder:metadata:labels=a=b,c=d
// +kubebuilder:validation:ExactlyOneOf=a,b
// +kubebuilder:validation:AtMostOneOf
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec Spec `json:"spec"`
}

type Spec struct {
	// +kubebuilder:validation:MaxLength=ten
	F0 string `json:"f0"`
	// +kubebuilder:validation:MaxLength=1.5
	F1 string `json:"f1"`
	// +kubebuilder:validation:MaxLength="5"
	F2 string `json:"f2"`
	// +kubebuilder:validation:MaxLength=5 6
	F3 string `json:"f3"`
	// +kubebuilder:validation:MaxLength=-
	F4 string `json:"f4"`
	// +kubebuilder:validation:MinLength
	F5 string `json:"f5"`
	// +kubebuilder:validation:MinLength=true
	F6 string `json:"f6"`
	// +kubebuilder:validation:MultipleOf=two
	F7 int32 `json:"f7"`
	// +kubebuilder:validation:MultipleOf=-
	F8 int32 `json:"f8"`
	// +kubebuilder:validation:Maximum=a
	F9 int32 `json:"f9"`
	// +kubebuilder:validation:Minimum=1e
	F10 int32 `json:"f10"`
	// +kubebuilder:validation:Minimum=0x
	F11 int32 `json:"f11"`
	// +kubebuilder:validation:Maximum=1_
	F12 int32 `json:"f12"`
	// +kubebuilder:validation:MaxItems=many
	F13 []string `json:"f13"`
	// +kubebuilder:validation:MaxItems=
	F14 []string `json:"f14"`
	// +kubebuilder:validation:MinItems=1.0
	F15 []string `json:"f15"`
	// +kubebuilder:validation:UniqueItems=True
	F16 []string `json:"f16"`
	// +kubebuilder:validation:UniqueItems=1
	F17 []string `json:"f17"`
	// +kubebuilder:validation:ExclusiveMaximum=no
	F18 int32 `json:"f18"`
	// +kubebuilder:validation:ExclusiveMinimum
	F19 int32 `json:"f19"`
	// +kubebuilder:validation:Pattern="^[a-z]+\d$"
	F20 string `json:"f20"`
	// +kubebuilder:validation:Pattern=a,b
	F21 string `json:"f21"`
	// +kubebuilder:validation:Pattern=`abc
	F22 string `json:"f22"`
	// +kubebuilder:validation:Pattern=a}b
	F23 string `json:"f23"`
	// +kubebuilder:validation:Format=a;b
	F24 string `json:"f24"`
	// +kubebuilder:validation:Enum={a,b
	F25 string `json:"f25"`
	// +kubebuilder:validation:Enum={a;b}
	F26 string `json:"f26"`
	// +kubebuilder:validation:Enum=a b;c,d
	F27 string `json:"f27"`
	// +kubebuilder:validation:Enum
	F28 string `json:"f28"`
	// +kubebuilder:validation:Enum="a" "b"
	F29 string `json:"f29"`
	// +kubebuilder:validation:XValidation:rule=self > 0,
	F30 int32 `json:"f30"`
	// +kubebuilder:validation:XValidation:rule="a",message="b" x
	F31 int32 `json:"f31"`
	// +kubebuilder:validation:XValidation:rule="a" message="b"
	F32 int32 `json:"f32"`
	// +kubebuilder:validation:XValidation:Rule="a"
	F33 int32 `json:"f33"`
	// +kubebuilder:validation:XValidation:rule="a",message
	F34 int32 `json:"f34"`
	// +kubebuilder:validation:XValidation
	F35 int32 `json:"f35"`
	// +kubebuilder:validation:XValidation:rule="a",optionalOldSelf=yes
	F36 int32 `json:"f36"`
	// +kubebuilder:validation:XValidation:rule="a\q"
	F37 int32 `json:"f37"`
	// +kubebuilder:validation:XValidation="a"
	F38 int32 `json:"f38"`
	// +kubebuilder:validation:XValidation:rule=""==self
	F39 int32 `json:"f39"`
	// +optional=false
	F40 string `json:"f40"`
	// +nullable=x
	F41 *string `json:"f41"`
	// +required=
	F42 string `json:"f42"`
	// +kubebuilder:validation:Schemaless=true
	F43 string `json:"f43"`
	// +kubebuilder:pruning:PreserveUnknownFields=true
	F44 string `json:"f44"`
	// +kubebuilder:default
	F45 string `json:"f45"`
	// +kubebuilder:default={a:1,b}
	F46 map[string]int32 `json:"f46"`
	// +kubebuilder:default={1,2
	F47 []int32 `json:"f47"`
	// +kubebuilder:default="a
	F48 string `json:"f48"`
	// +kubebuilder:default={a: {b: 1}
	F49 map[string]int32 `json:"f49"`
	// +kubebuilder:example=a,b
	F50 string `json:"f50"`
	// +default=Small
	F51 string `json:"f51"`
	// +default={"a":1
	F52 map[string]int32 `json:"f52"`
	// +default=[1,]
	F53 []int32 `json:"f53"`
	// +default='a'
	F54 string `json:"f54"`
	// +default=
	F55 string `json:"f55"`
	// +default=1 2
	F56 int32 `json:"f56"`
	// +default={a:1}
	F57 map[string]int32 `json:"f57"`
	// +listType
	F58 []string `json:"f58"`
	// +listMapKey=a,b
	F59 []string `json:"f59"`
	// +kubebuilder:externalDocs:description="a"
	F60 string `json:"f60"`
	// +kubebuilder:externalDocs:url="http://a",descripton="b"
	F61 string `json:"f61"`
	// +kubebuilder:title={a
	F62 string `json:"f62"`
	// +kubebuilder:validation:items:MaxLength=x
	F63 []string `json:"f63"`
	// +kubebuilder:validation:items:Enum=a,b
	F64 []string `json:"f64"`
	// +kubebuilder:validation:items:XValidation:message="a"
	F65 []string `json:"f65"`
	// +k8s:immutable=true
	F66 string `json:"f66"`
	// +k8s:listType=set extra,
	F67 []string `json:"f67"`
}
