// +groupName=example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// +kubebuilder:object:root=true
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec OvenSpec `json:"spec"`
}

type OvenSpec struct {
	A float64 `json:"a"`
//@3+7 error[unsupported-go-type]: `float64`: found float
//@ | why: controller-gen v0.23.0: found float, the usage of which is highly discouraged, as support for them varies across languages. Please consider serializing your float as string instead. If you are really sure you want to use them, re-run with crd:allowDangerousTypes=true
//@ | help: Use a string or `resource.Quantity`, or run controller-gen with `crd:allowDangerousTypes=true`.
	B interface{} `json:"b"`
//@3+11 error[unsupported-go-type]: `interface{}`: interface type is not supported in CRD schemas; consider using an explicit type or apiextensionsv1.JSON instead
//@ | why: controller-gen v0.23.0: interface type is not supported in CRD schemas; consider using an explicit type or apiextensionsv1.JSON instead
//@ | help: Use `apiextensionsv1.JSON` for any value, or `runtime.RawExtension` for any object.
	C any `json:"c"`
//@3+3 error[unsupported-go-type]: `any`: cannot generate schema for any; interface type is not supported in CRD schemas, consider using an explicit type or apiextensionsv1.JSON instead
//@ | why: controller-gen v0.23.0: cannot generate schema for any; interface type is not supported in CRD schemas, consider using an explicit type or apiextensionsv1.JSON instead
//@ | help: Use `apiextensionsv1.JSON` for any value, or `runtime.RawExtension` for any object.
	D map[int32]string `json:"d"`
//@7+5 error[unsupported-go-type]: `int32`: map keys must be strings or implement encoding.TextMarshaler, not int32
//@ | why: controller-gen v0.23.0: map keys must be strings or implement encoding.TextMarshaler, not int32
	E struct{} `json:"e"`
//@3+8 error[unsupported-go-type]: `struct{}`: inline struct types are not supported, use a named type instead
//@ | why: controller-gen v0.23.0: inline struct types are not supported, use a named type instead
	F chan string `json:"f"`
//@3+11 error[unsupported-go-type]: `chan string`: unsupported AST kind *ast.ChanType
//@ | why: controller-gen v0.23.0: unsupported AST kind *ast.ChanType
	G func() `json:"g"`
//@3+6 error[unsupported-go-type]: `func()`: unsupported AST kind *ast.FuncType
//@ | why: controller-gen v0.23.0: unsupported AST kind *ast.FuncType
	H map[string]struct{} `json:"h"`
//@14+8 error[unsupported-go-type]: `struct{}`: not a supported map value type: *ast.StructType
//@ | why: controller-gen v0.23.0: not a supported map value type: *ast.StructType
	I List[string] `json:"i"`
//@3+12 error[unsupported-go-type]: `List[string]`: unsupported AST kind *ast.IndexExpr
//@ | why: controller-gen v0.23.0: unsupported AST kind *ast.IndexExpr
	J complex64 `json:"j"`
//@3+9 error[unsupported-go-type]: `complex64`: unsupported type "complex64"
//@ | why: controller-gen v0.23.0: unsupported type "complex64"
	K map[string]any `json:"k"`
//@14+3 error[unsupported-go-type]: `any`: cannot generate schema for any; interface type is not supported in CRD schemas, consider using an explicit type or apiextensionsv1.JSON instead
//@ | why: controller-gen v0.23.0: cannot generate schema for any; interface type is not supported in CRD schemas, consider using an explicit type or apiextensionsv1.JSON instead
//@ | help: Use `apiextensionsv1.JSON` for any value, or `runtime.RawExtension` for any object.
	L []*float32 `json:"l"`
//@6+7 error[unsupported-go-type]: `float32`: found float
//@ | why: controller-gen v0.23.0: found float, the usage of which is highly discouraged, as support for them varies across languages. Please consider serializing your float as string instead. If you are really sure you want to use them, re-run with crd:allowDangerousTypes=true
//@ | help: Use a string or `resource.Quantity`, or run controller-gen with `crd:allowDangerousTypes=true`.
}

type List[T any] []T
