// +groupName=example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="A"
//@4+23 error[invalid-marker]: `kubebuilder:printcolumn`: missing argument "type"
//@ | why: controller-gen v0.23.0: missing argument "type" (at <input>:1:9)
//@ | help: Write `+kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.phase``.
//@4+23 error[invalid-marker]: `kubebuilder:printcolumn`: missing argument "JSONPath"
//@ | why: controller-gen v0.23.0: missing argument "JSONPath" (at <input>:1:9)
//@ | help: Write `+kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.phase``.
// +kubebuilder:resource:scop=Cluster
//@25+4 error[invalid-marker]: `kubebuilder:resource`: unknown argument "scop"
//@ | why: controller-gen v0.23.0: unknown argument "scop" (at <input>:1:5)
//@ | fix: Replace with `scope`
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OvenSpec `json:"spec"`
}

type OvenSpec struct {
	// +kubebuilder:validation:MaxLength=x
//@38+1 error[invalid-marker]: `kubebuilder:validation:MaxLength`: expected integer, got "x"
//@ | why: controller-gen v0.23.0: expected integer, got "x" (at <input>:1:1)
	A string `json:"a"`
	// +kubebuilder:validation:Enum=a;b,c
//@36+2 error[invalid-marker]: `kubebuilder:validation:Enum`: extra arguments provided: ",c"
//@ | why: controller-gen v0.23.0: extra arguments provided: ",c" (at <input>:1:4)
//@ | help: Values of a list have semicolons between them.
//@ | fix: Write semicolons between the values
	B string `json:"b"`
	// +kubebuilder:validation:Pattern=^[a-z]{2,3}$
//@44+4 error[invalid-marker]: `kubebuilder:validation:Pattern`: extra arguments provided: ",3}$"
//@ | why: controller-gen v0.23.0: extra arguments provided: ",3}$" (at <input>:1:9)
//@ | help: A comma, a semicolon or a brace ends a value without quotes. Backquotes keep it whole.
//@ | fix: Put the value in backquotes
	C string `json:"c"`
	// +default=abc
//@13+3 error[invalid-marker]: `default`: invalid character 'a' looking for beginning of value
//@ | why: controller-gen v0.23.0: invalid character 'a' looking for beginning of value
//@ | help: The value is JSON: a string is in double quotes.
//@ | fix: Write `"abc"`
	D string `json:"d"`
	// +optional=true
//@14+4 error[invalid-marker]: `optional`: extra arguments provided: "true"
//@ | why: controller-gen v0.23.0: extra arguments provided: "true" (at <input>:1:1)
//@ | help: `+optional` takes no value.
//@ | fix: Remove the value
	E string `json:"e"`
	// +kubebuilder:validation:XValidation:rule="self > 0
//@45+9 error[invalid-marker]: `kubebuilder:validation:XValidation`: literal not terminated
//@ | why: controller-gen v0.23.0: literal not terminated (at <input>:1:6)
//@ | fix: Add `"` at the end
	F int32 `json:"f"`
	// +kubebuilder:validation:XValidation:rule="true",mesage="x"
//@52+6 error[invalid-marker]: `kubebuilder:validation:XValidation`: unknown argument "mesage"
//@ | why: controller-gen v0.23.0: unknown argument "mesage" (at <input>:1:19)
//@ | fix: Replace with `message`
	G int32 `json:"g"`
	// +kubebuilder:validation:UniqueItems=yes
//@40+3 error[invalid-marker]: `kubebuilder:validation:UniqueItems`: expected true or false, got "yes"
//@ | why: controller-gen v0.23.0: expected true or false, got "yes" (at <input>:1:1)
	H []string `json:"h"`
	// +kubebuilder:default={a: 1
//@30+0 error[invalid-marker]: `kubebuilder:default`: expected comma, got ""
//@ | why: controller-gen v0.23.0: expected comma, got "" (at <input>:1:6)
	I map[string]int32 `json:"i"`
	// +kubebuilder:validation:Minimum=abc
//@36+3 error[invalid-marker]: `kubebuilder:validation:Minimum`: invalid minimum value: strconv.ParseFloat: parsing "abc": invalid syntax
//@ | why: controller-gen v0.23.0: invalid minimum value: strconv.ParseFloat: parsing "abc": invalid syntax
	J int32 `json:"j"`
}
