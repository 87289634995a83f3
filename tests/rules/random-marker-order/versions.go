// file: api/v1/types.go
// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:storageversion
// +kubebuilder:resource:path=ovens,shortName=ov;o,scope=Cluster
// +kubebuilder:metadata:annotations="example.com/a=1",annotations="example.com/b=2"
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// file: api/v1beta1/types.go
// +groupName=example.com
package v1beta1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:resource:shortName=ov,categories=all
//@3+49 warning[random-marker-order]: `+kubebuilder:resource` sets `scope` of `Oven` to `Namespaced`, and the one of `v1` to `Cluster`: the CRD has either, at random
//@ | why: controller-gen applies the markers of all versions in random order. If `v1beta1` comes last, the CRD has `Namespaced`; if `v1` comes last, `Cluster`.
//@ | help: Write `+kubebuilder:resource` in one version only, or the same in all.
//@35+2 warning[random-marker-order]: `+kubebuilder:resource` sets `shortName` of `Oven` to `ov`, and the one of `v1` to `ov;o`: the CRD has either, at random
//@ | why: controller-gen applies the markers of all versions in random order. If `v1beta1` comes last, the CRD has `ov`; if `v1` comes last, `ov;o`.
//@ | help: Write `+kubebuilder:resource` in one version only, or the same in all.
//@49+3 warning[random-marker-order]: `+kubebuilder:resource` sets `categories` of `Oven` to `all`, and the one of `v1` to nothing: the CRD has either, at random
//@ | why: controller-gen applies the markers of all versions in random order. If `v1beta1` comes last, the CRD has `all`; if `v1` comes last, nothing.
//@ | help: Write `+kubebuilder:resource` in one version only, or the same in all.
// +kubebuilder:metadata:annotations="example.com/a=2",annotations="example.com/c=2"
//@37+17 warning[random-marker-order]: `+kubebuilder:metadata` sets `annotations.example.com/a` of `Oven` to `2`, and the one of `v1` to `1`: the CRD has either, at random
//@ | why: controller-gen applies the markers of all versions in random order. If `v1beta1` comes last, the CRD has `2`; if `v1` comes last, `1`.
//@ | help: Write `+kubebuilder:metadata` in one version only, or the same in all.
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}

// file: api/v1beta2/types.go
// +groupName=example.com
package v1beta2

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=ovens,shortName=ov;o,scope=Cluster
//@3+61 warning[random-marker-order]: `+kubebuilder:resource` sets `categories` of `Oven` to nothing, and the one of `v1beta1` to `all`: the CRD has either, at random
//@ | why: controller-gen applies the markers of all versions in random order. If `v1beta2` comes last, the CRD has nothing; if `v1beta1` comes last, `all`.
//@ | help: Write `+kubebuilder:resource` in one version only, or the same in all.
//@46+4 warning[random-marker-order]: `+kubebuilder:resource` sets `shortName` of `Oven` to `ov;o`, and the one of `v1beta1` to `ov`: the CRD has either, at random
//@ | why: controller-gen applies the markers of all versions in random order. If `v1beta2` comes last, the CRD has `ov;o`; if `v1beta1` comes last, `ov`.
//@ | help: Write `+kubebuilder:resource` in one version only, or the same in all.
//@57+7 warning[random-marker-order]: `+kubebuilder:resource` sets `scope` of `Oven` to `Cluster`, and the one of `v1beta1` to `Namespaced`: the CRD has either, at random
//@ | why: controller-gen applies the markers of all versions in random order. If `v1beta2` comes last, the CRD has `Cluster`; if `v1beta1` comes last, `Namespaced`.
//@ | help: Write `+kubebuilder:resource` in one version only, or the same in all.
// +kubebuilder:metadata:labels="example.com/a=2"
type Oven struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
