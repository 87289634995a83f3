// Package shared has types that other packages use.
package shared

import "encoding/json"

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
