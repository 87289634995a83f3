// Package v1 has as much of metav1 as a Go compiler needs for the types next to it.
package v1

// TypeMeta names the kind of an object.
type TypeMeta struct {
	Kind       string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}

// ObjectMeta names an object.
type ObjectMeta struct {
	Name string `json:"name,omitempty"`
}
