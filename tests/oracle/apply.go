package main

import (
	"fmt"
	"io"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsserver "k8s.io/apiextensions-apiserver/pkg/apiserver"
	generatedopenapi "k8s.io/apiextensions-apiserver/pkg/generated/openapi"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apiserver/pkg/endpoints/openapi"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/kube-openapi/pkg/builder3"
	"k8s.io/kube-openapi/pkg/util"
	"sigs.k8s.io/yaml"
)

// applied is a CRD that is sent by server-side apply.
type applied struct {
	Text string `json:"text"`
}

// runApply applies CRDs that do not exist yet: the server's error, null where
// it has none before it validates the result.
func runApply(args []string, in io.Reader, out io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: apply: takes no argument", errUsage)
	}
	manager, err := crdManager()
	if err != nil {
		return err
	}
	return answerEach("apply", in, out, empty[applied], func(q applied) (*string, error) {
		object := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(q.Text), &object.Object); err != nil {
			return nil, err
		}
		// applyPatcher.applyPatchToCurrentObject of k8s.io/apiserver, pkg/endpoints/handlers/patch.go.
		if _, err := manager.Apply(&apiextensions.CustomResourceDefinition{}, object, "oracle", false); err != nil {
			sentence := err.Error()
			return &sentence, nil
		}
		return nil, nil
	})
}

// crdManager is what GenericAPIServer.getOpenAPIModels (pkg/server/genericapiserver.go)
// and APIInstaller.registerResourceHandlers (pkg/endpoints/installer.go) make for CRDs.
func crdManager() (*managedfields.FieldManager, error) {
	scheme := apiextensionsserver.Scheme
	config := genericapiserver.DefaultOpenAPIV3Config(
		generatedopenapi.GetOpenAPIDefinitions, openapi.NewDefinitionNamer(scheme))
	kind := schema.GroupVersionKind{Group: apiextensions.GroupName, Version: "v1", Kind: "CustomResourceDefinition"}
	name := util.GetCanonicalTypeName(&apiextensionsv1.CustomResourceDefinition{})
	models, err := builder3.BuildOpenAPIDefinitionsForResources(config, name)
	if err != nil {
		return nil, err
	}
	types, err := managedfields.NewTypeConverter(models, false)
	if err != nil {
		return nil, err
	}
	hub := schema.GroupVersion{Group: apiextensions.GroupName, Version: runtime.APIVersionInternal}
	return managedfields.NewDefaultFieldManager(
		types, runtime.UnsafeObjectConvertor(scheme), scheme, scheme, kind, hub, "", nil)
}
