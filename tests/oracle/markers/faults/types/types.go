// +groupName=faults.example.com

// Package types has faults for controller-gen to report.
package types

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec Spec `json:"spec"`
}

type Spec struct {
	F0      float64                   `json:"f0"`
	F1      float32                   `json:"f1"`
	F2      *float64                  `json:"f2"`
	F3      []float32                 `json:"f3"`
	F4      map[string]float64        `json:"f4"`
	F5      interface{}               `json:"f5"`
	F6      any                       `json:"f6"`
	F7      []interface{}             `json:"f7"`
	F8      map[string]any            `json:"f8"`
	F9      map[string]interface{}    `json:"f9"`
	F10     map[int32]string          `json:"f10"`
	F11     map[Key]string            `json:"f11"`
	F12     map[bool]Inner            `json:"f12"`
	F13     map[string]struct{}       `json:"f13"`
	F14     struct{}                  `json:"f14"`
	F15     struct{ A string }        `json:"f15"`
	F16     chan string               `json:"f16"`
	F17     func()                    `json:"f17"`
	F18     []func()                  `json:"f18"`
	F19     Generic[string]           `json:"f19"`
	F20     complex128                `json:"f20"`
	F21     []struct{}                `json:"f21"`
	F22     map[string]map[int]string `json:"f22"`
	F23     Func                      `json:"f23"`
	F24     AliasOfSlice              `json:"f24"`
	F26     Interface                 `json:"f26"`
	NoTag   string
	YAMLTag string `yaml:"a"`
	A, B    string
	Inner
	unexported string
}

type Key int32

type Inner struct {
	Size float64 `json:"size"`
}

type Generic[T any] []T

type Func func()

type AliasOfSlice = []string

type Interface interface{}

// Nothing leads here.
type Unused struct {
	Size float64
}
