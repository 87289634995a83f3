package main

import (
	"bytes"
	"context"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storage/storagebackend/factory"
	"k8s.io/client-go/tools/cache"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// liveVersion is the resourceVersion of the stored object, and nextVersion that
// of what a write makes of it.
const (
	liveVersion = 1000
	nextVersion = 1001
)

// memory holds one object: the JSON that etcd would hold. All versions and
// subresources of a CRD share it.
type memory struct {
	stored []byte
	// read is what the server made of it before the update, and unchanged
	// whether it wrote nothing since the update changes nothing.
	read      runtime.Object
	unchanged bool
	deleted   bool
}

// GetRESTOptions gives the options that the server starts custom resources with,
// but for the storage.
func (m *memory) GetRESTOptions(resource schema.GroupResource, _ runtime.Object) (generic.RESTOptions, error) {
	config := &storagebackend.ConfigForResource{GroupResource: resource}
	config.Codec = unstructured.UnstructuredJSONScheme
	return generic.RESTOptions{
		StorageConfig:           config,
		Decorator:               m.decorate,
		EnableGarbageCollection: true,
		ResourcePrefix:          resource.Group + "/" + resource.Resource,
	}, nil
}

func (m *memory) decorate(config *storagebackend.ConfigForResource, _ string, _ func(runtime.Object) (string, error),
	_, _ func() runtime.Object, _ storage.AttrFunc, _ storage.IndexerFuncs, _ *cache.Indexers,
) (storage.Interface, factory.DestroyFunc, error) {
	return store{memory: m, codec: config.Codec}, func() {}, nil
}

// store is the memory as one version sees it. It does what an update asks of
// etcd3's store; of the rest it has nothing.
type store struct {
	storage.Interface
	memory *memory
	codec  runtime.Codec
}

func (s store) Versioner() storage.Versioner { return storage.APIObjectVersioner{} }

func (s store) ReadinessCheck() error { return nil }

func (s store) decode(data []byte, into runtime.Object, version uint64) error {
	if _, _, err := s.codec.Decode(data, nil, into); err != nil {
		return err
	}
	return s.Versioner().UpdateObject(into, version)
}

// Create mirrors that of etcd3's store, where nothing is stored under the key.
func (s store) Create(_ context.Context, _ string, object, out runtime.Object, _ uint64) error {
	if version, err := s.Versioner().ObjectResourceVersion(object); err == nil && version != 0 {
		return storage.ErrResourceVersionSetOnCreate
	}
	if err := s.Versioner().PrepareObjectForStorage(object); err != nil {
		return err
	}
	data, err := runtime.Encode(s.codec, object)
	if err != nil {
		return err
	}
	s.memory.stored = data
	return s.decode(data, out, liveVersion)
}

// GuaranteedUpdate mirrors that of etcd3's store, where nobody else writes.
func (s store) GuaranteedUpdate(_ context.Context, key string, destination runtime.Object, _ bool,
	preconditions *storage.Preconditions, tryUpdate storage.UpdateFunc, _ runtime.Object,
) error {
	existing := destination.(runtime.Unstructured).NewEmptyInstance()
	if err := s.decode(s.memory.stored, existing, liveVersion); err != nil {
		return err
	}
	s.memory.read = existing.DeepCopyObject()
	if err := preconditions.Check(key, existing); err != nil {
		return err
	}
	updated, _, err := tryUpdate(existing, storage.ResponseMeta{ResourceVersion: liveVersion})
	if err != nil {
		return err
	}
	if err := s.Versioner().PrepareObjectForStorage(updated); err != nil {
		return err
	}
	data, err := runtime.Encode(s.codec, updated)
	if err != nil {
		return err
	}
	version := uint64(nextVersion)
	if bytes.Equal(data, s.memory.stored) {
		s.memory.unchanged, version = true, liveVersion
	}
	s.memory.stored = data
	return s.decode(data, destination, version)
}

// remove notes that the object is deleted, which stays as it was read.
func (s store) remove(key string, out runtime.Object, preconditions *storage.Preconditions) error {
	if err := s.decode(s.memory.stored, out, liveVersion); err != nil {
		return err
	}
	if err := preconditions.Check(key, out); err != nil {
		return err
	}
	s.memory.deleted = true
	return nil
}
