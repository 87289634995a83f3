package v1

// OvenSpec is what the pizzeria wants of an oven.
type OvenSpec struct {
	// Heat in degrees Celsius.
	// +kubebuilder:validation:Minimum=60
	// +kubebuilder:validation:Maximum=500
	Heat int32 `json:"heat"`
	// Name on the plate of the oven.
	// +kubebuilder:validation:MaxLenght=63
	Name string `json:"name"`
}
