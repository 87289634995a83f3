package v1

import (
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"example.com/kitchen/shared"
)

// Phase is what an oven does.
type Phase string

const (
	// PhaseCold is cold.
	PhaseCold Phase = "Cold"
	PhaseHot  Phase = "Hot"
	phaseNone       = "None"
)

// Percent is a share.
//
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=100
type Percent int32

// Color is that of the other package.
type Color = shared.Color

type (
	// Size is grouped with others.
	Size string

	// Sizes are sizes.
	// +kubebuilder:validation:MaxItems=4
	Sizes []Size
)

// Mode is sorted as JSON is.
//
// +k8s:enum
type Mode string

const (
	ModeFan     Mode = "Fan"
	ModeFanHeat Mode = "Fan Heat"
	ModeFanNow  Mode = "Fan!"
	ModeLess    Mode = "a<b"
	ModeOther   Mode = "aZ"
)

// OvenSpec says how an oven is meant to be.
// ---
// This is not for users.
//
// +kubebuilder:validation:XValidation:rule="self.heat <= 300",message="an oven is at most 300 degrees hot"
// +kubebuilder:validation:XValidation:rule=`self.name.matches('^[a-z"]+$')`,messageExpression="'not: ' + self.name",reason=FieldValueInvalid,fieldPath=".name"
type OvenSpec struct {
	shared.Base `json:",inline"`

	// Numbers are no bytes by this name.
	// +kubebuilder:validation:MaxItems=3
	// +kubebuilder:title=""
	Numbers []uint8 `json:"numbers,omitempty"`

	// Mode is one of a few.
	Mode Mode `json:"mode,omitempty"`

	// Large is larger than a float64 holds.
	// +kubebuilder:validation:Maximum=9223372036854775807
	// +kubebuilder:validation:Minimum=-0
	// +default=9007199254740993
	Large int64 `json:"large,omitempty"`

	// Name is the name: with a colon.
	// TODO: shorten it.
	//
	// +kubebuilder:validation:Pattern=`^[a-z]+\d*$`
	// +kubebuilder:validation:MaxLength=20
	Name string `json:"name"`

	// +kubebuilder:default=180

	// Heat is in degrees, a description that is so long that it is folded by the library which writes it down.
	// +optional
	// +kubebuilder:validation:Maximum=300
	// +kubebuilder:validation:ExclusiveMaximum=true
	// +kubebuilder:validation:MultipleOf=5
	Heat int64 `json:"heat,omitempty"` // degrees

	// Fan is how fast the fan is.
	// +kubebuilder:validation:Maximum=90
	Fan *Percent `json:"fan,omitempty"`

	/*
	   Block comments are documentation too.

	   	Even indented.
	*/
	Tint Color `json:"tint,omitempty"`

	// Sizes are the sizes of the racks.
	// +kubebuilder:validation:MaxItems=2
	// +kubebuilder:validation:items:MaxLength=3
	// +listType=atomic
	Sizes []Size `json:"sizes"`

	Named Sizes `json:"named,omitempty"`

	// Racks are the racks.
	// +listType=map
	// +listMapKey=name
	// +listMapKey=key
	Racks []shared.Reference `json:"racks,omitempty"`

	// +nullable
	// +kubebuilder:title="Who cleans it"
	// +kubebuilder:example={name: "broom", key: "7"}
	Cleaner *shared.Reference `json:"cleaner,omitempty"`

	// Any is anything.
	Any   *apiextensionsv1.JSON `json:"any,omitempty"`
	Raw   runtime.RawExtension  `json:"raw,omitempty"`
	Quota resource.Quantity     `json:"quota,omitempty"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern="^[0-9]+%?$"
	Port intstr.IntOrString `json:"port,omitempty"`
	Data []byte             `json:"data,omitempty"`
	Secs metav1.Duration    `json:"secs,omitempty"`
	When *metav1.Time       `json:"when,omitempty"`

	// Opaque is opaque.
	Opaque   shared.Opaque    `json:"opaque,omitempty"`
	Hostname *shared.Hostname `json:"hostname,omitempty"`
	Level    shared.Level     `json:"level,omitempty"`

	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Loose OvenStatus `json:"loose,omitempty"`

	// Env is from the core.
	Env []corev1.EnvVar `json:"env,omitempty"`
	// Requests are from the core, too.
	Requests corev1.ResourceList   `json:"requests,omitempty"`
	Selector *metav1.LabelSelector `json:"selector,omitempty"`

	// +kubebuilder:default={"a", "b: c"}
	Words []string `json:"words,omitempty"`
	// +kubebuilder:default={}
	Empty []string `json:"empty,omitempty"`
	// +kubebuilder:default={on: true, "off": {deep: 1.5}}
	Nested map[string]apiextensionsv1.JSON `json:"nested,omitempty"`
	// +kubebuilder:validation:Enum="";on;'single';12;true
	Odd string `json:"odd,omitempty"`

	// Matrix is a list of lists of maps.
	Matrix [][]map[string][]Percent `json:"matrix,omitempty"`

	// Merge has the name of a key that YAML merges.
	Merge string `json:"<<,omitempty"`

	Stamp     shared.Stamp     `json:"stamp,omitempty"`
	Silent    shared.Silent    `json:"silent,omitempty"`
	Ambiguous shared.Ambiguous `json:"ambiguous,omitempty"`
	Hiding    shared.Hiding    `json:"hiding,omitempty"`
	Talker    shared.Talker    `json:"talker,omitempty"`

	Ignored string `json:"-"`
	Dash    string `json:"-,"`
	// A, B share a field.
	A, B uint8 `json:"shared,omitempty"`
}

// OvenStatus is what an oven is.
type OvenStatus struct {
	// Phase is the phase.
	Phase Phase `json:"phase,omitempty"`
	// +listType=map
	// +listMapKey=type
	// +patchStrategy=merge
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type"`
	// Next is recursive.
	// +kubebuilder:validation:Schemaless
	Next *OvenStatus `json:"next,omitempty"`
	// +required
	Selector string `json:"selector,omitempty"`
	Replicas int32  `json:"replicas"`
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.heat,statuspath=.status.replicas,selectorpath=.status.selector
// +kubebuilder:resource:path=ovens,singular=oven,shortName=ov;ovs,categories={kitchen,all},scope=Cluster
// +kubebuilder:printcolumn:name="Heat",type=integer,JSONPath=`.spec.heat`,description="How hot",priority=1
// +kubebuilder:printcolumn:name="Age",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:storageversion
// +kubebuilder:selectablefield:JSONPath=`.spec.name`
// +kubebuilder:metadata:annotations="example.com/a=b=c",labels={"app=kitchen","tier=1"}

// Oven bakes.
//
// It has two paragraphs.
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is what is wanted.
	Spec OvenSpec `json:"spec"`
	// +optional
	Status OvenStatus `json:"status,omitempty"`
}

// +kubebuilder:object:root=true

// OvenList is a list.
type OvenList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Oven `json:"items"`
}

// Vertex has an irregular plural.
type Vertex struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// Template has metadata of its own.
	Template Template `json:"template,omitempty"`
}

// Template has metadata.
type Template struct {
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              corev1.PodSpec `json:"spec,omitempty"`
}
