// Package shared has types that other packages use.
package shared

import (
	"encoding"
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Color is a colour by its name.
//
// +kubebuilder:validation:Enum=red;green;"light blue"
type Color string

// Names are names.
//
// +listType=set
type Names []string

// Labels are labels.
//
// +kubebuilder:validation:MaxProperties=8
type Labels map[string]string

// Level is how hot something is.
type Level int32

// Opaque encodes itself.
//
// +kubebuilder:validation:Type=object
// +kubebuilder:pruning:PreserveUnknownFields
type Opaque struct {
	inner map[string]any
}

// MarshalJSON encodes the value.
func (o Opaque) MarshalJSON() ([]byte, error) {
	return json.Marshal(o.inner)
}

// Hostname encodes itself as text.
//
// +kubebuilder:validation:MaxLength=253
type Hostname struct {
	parts []string
}

// MarshalText encodes the value.
func (h *Hostname) MarshalText() (text []byte, err error) {
	return nil, nil
}

// Reference names an object.
//
// +structType=atomic
type Reference struct {
	// Name is the name.
	// +kubebuilder:validation:MinLength=1
	Name string `json:"name"`
	// Key is the key in it.
	// +optional
	// +default="data"
	Key string `json:"key,omitempty"`
}

// Base is embedded.
//
// +kubebuilder:validation:XValidation:rule="!has(self.color) || self.color != 'red' || self.hot",message="red is hot"
type Base struct {
	// Color is the color of all.
	Color Color `json:"color,omitempty"`
	Hot   bool  `json:"hot"`
	// Hosts are the hosts.
	Hosts map[string]*Hostname `json:"hosts,omitempty"`
}

// Stamp encodes itself, since what is embedded in the type below it does.
//
// +kubebuilder:validation:Type=string
// +kubebuilder:validation:Format=date
type Stamp metav1.Time

// Silent has a method that is none of encoding.
type Silent struct {
	Level Level `json:"level,omitempty"`
}

// MarshalText returns no error.
func (Silent) MarshalText() string {
	return ""
}

// Ambiguous has two methods of a name, so that it has none.
type Ambiguous struct {
	Silent   `json:",inline"`
	Hostname `json:"-"`
}

// Hiding has a field of the name of a method.
type Hiding struct {
	Hostname    `json:"-"`
	MarshalText string `json:"text,omitempty"`
}

// Talker has the method of an interface.
type Talker struct {
	encoding.TextMarshaler `json:"-"`

	Level Level `json:"level,omitempty"`
}
