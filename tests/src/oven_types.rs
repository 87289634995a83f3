//! Go packages for tests: one kind, `Oven` of `example.com/v1`, with the lines that all of them have.

/// A package in which a text is above the type and another one below it, which declares `OvenSpec`.
#[macro_export]
macro_rules! oven_types {
    ($above:literal, $below:literal) => {
        $crate::oven_types!($above, "spec", $below)
    };
    ($above:literal, $spec:literal, $below:literal) => {
        concat!(
            "// +groupName=example.com\npackage v1\n\n",
            "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n",
            "// +kubebuilder:object:root=true\n",
            $above,
            "type Oven struct {\n",
            "\tmetav1.TypeMeta   `json:\",inline\"`\n",
            "\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\n",
            "\tSpec OvenSpec `json:\"",
            $spec,
            "\"`\n}\n\n",
            $below
        )
    };
}

/// A package whose fields may all be left out.
pub const OPTIONAL_FIELDS: &str = oven_types!(
    "",
    "spec,omitempty",
    r#"type OvenSpec struct {
	// +kubebuilder:validation:Maximum=9
	Size int32 `json:"size,omitempty"`
	// +optional
	Color string `json:"color,omitempty"`
}
"#
);
