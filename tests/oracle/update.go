package main

import (
	"context"
	"fmt"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/endpoints/request"
)

// oldObjects are the CRDs of a file by name, as the store holds them.
type oldObjects map[string]*apiextensions.CustomResourceDefinition

// readOld reads the file of `--old`.
func readOld(path string) (oldObjects, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	old := oldObjects{}
	for _, doc := range splitDocuments(text) {
		values, err := manifests(doc)
		if err != nil {
			return nil, err
		}
		for _, value := range values {
			objects, err := objectsIn(value)
			if err != nil {
				return nil, err
			}
			for _, object := range objects {
				if object.value.GroupVersionKind() != crdKind {
					continue
				}
				body, err := object.body()
				if err != nil {
					return nil, err
				}
				crd, err := stored(body)
				if err != nil {
					return nil, err
				}
				old[crd.Name] = crd
			}
		}
	}
	if len(old) == 0 {
		return nil, fmt.Errorf("no CRD in %s", path)
	}
	return old, nil
}

// stored is what became of a CRD in the cluster. Where no conditions are written
// it is taken as served; the decoder's defaults note its storage version as stored
// where no version is noted.
func stored(body []byte) (*apiextensions.CustomResourceDefinition, error) {
	decoded, _, err := decoder.Decode(body, &crdKind, &apiextensions.CustomResourceDefinition{})
	if decoded == nil || (err != nil && !runtime.IsStrictDecodingError(err)) {
		return nil, err
	}
	crd := decoded.(*apiextensions.CustomResourceDefinition)
	written, uid, resourceVersion := crd.Status, crd.UID, crd.ResourceVersion
	deleted, grace := crd.DeletionTimestamp, crd.DeletionGracePeriodSeconds
	prepareMetadata(crd)
	strategy.PrepareForCreate(request.WithNamespace(context.Background(), metav1.NamespaceNone), crd)
	crd.Status = written
	if len(written.Conditions) == 0 {
		crd.Status.Conditions = []apiextensions.CustomResourceDefinitionCondition{
			{Type: apiextensions.Established, Status: apiextensions.ConditionTrue},
		}
	}
	crd.UID, crd.ResourceVersion = uid, resourceVersion
	crd.DeletionTimestamp, crd.DeletionGracePeriodSeconds = deleted, grace
	return crd, nil
}

// update walks through the server's stages for a PUT of a CRD as kubectl sends
// it, with the resourceVersion that the cluster has. What rest.BeforeUpdate does
// is done here, since that gives no list of errors.
func update(body []byte, old *apiextensions.CustomResourceDefinition) outcome {
	result := decode(body)
	if result.decodeError != nil {
		return result
	}
	old = old.DeepCopy()
	ctx := request.WithNamespace(context.Background(), metav1.NamespaceNone)
	result.crd.Namespace, result.crd.ManagedFields = metav1.NamespaceNone, nil
	if old.ResourceVersion == "" {
		old.ResourceVersion = "1"
	}
	if result.crd.ResourceVersion == "" {
		result.crd.ResourceVersion = old.ResourceVersion
	}
	if old.UID == "" {
		old.UID = result.crd.UID
	}
	result.crd.Generation = old.Generation
	strategy.PrepareForUpdate(ctx, result.crd, old)
	if result.crd.UID == "" {
		result.crd.UID = old.UID
	}
	result.crd.CreationTimestamp = old.CreationTimestamp
	if old.DeletionTimestamp != nil {
		result.crd.DeletionTimestamp = old.DeletionTimestamp
	}
	if old.DeletionGracePeriodSeconds != nil && result.crd.DeletionGracePeriodSeconds == nil {
		result.crd.DeletionGracePeriodSeconds = old.DeletionGracePeriodSeconds
	}
	result.errors = validateUpdate(ctx, result.crd, old, strategy)
	result.warnings = strategy.WarningsOnUpdate(ctx, result.crd, old)
	return result
}
