package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	crdserver "k8s.io/apiextensions-apiserver/pkg/apiserver"
	listers "k8s.io/apiextensions-apiserver/pkg/client/listers/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/client-go/tools/cache"
)

// cluster serves the custom resources of one CRD by the server's own handler,
// over a memory.
type cluster struct {
	*servedKind
	handler http.Handler
	memory  *memory
	seen    *seen
	// assumed is what differs from the CRD as written: conversion by a webhook.
	assumed []string
}

// newCluster takes a CRD that somebody creates, and whether the server would
// accept it; it is served all the same where the handler can work with it.
func newCluster(text []byte) (*cluster, bool, error) {
	found := createdCRDs(text)
	if len(found) == 0 {
		return nil, false, errors.New("no CRD in the text")
	}
	internal, accepted := found[0].crd, len(found[0].errors)+len(found[0].strictErrors) == 0
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := scheme.Convert(internal, crd, nil); err != nil {
		return nil, accepted, err
	}
	c := &cluster{memory: &memory{}, seen: &seen{}}
	establish(crd)
	c.withoutWebhook(crd)
	c.servedKind = newServedKind(crd)
	informer := oneCRD{cache.NewSharedIndexInformer(nil, crd, 0, cache.Indexers{})}
	if err := informer.Informer().GetStore().Add(crd); err != nil {
		return nil, accepted, err
	}
	handler, err := crdserver.NewCustomResourceDefinitionHandler(nil, nil, informer, http.NotFoundHandler(), c.memory,
		c.seen, nil, nil, nil, 1, nil, time.Minute, time.Minute, nil, maxBody)
	c.handler = handler
	return c, accepted, err
}

// maxBody is the server's limit of a request.
const maxBody = 3 << 20

// establish does what the controllers of CRDs do with one whose names are free.
func establish(crd *apiextensionsv1.CustomResourceDefinition) {
	crd.UID = types.UID(crd.Name)
	crd.Status.AcceptedNames = crd.Spec.Names
	crd.Status.Conditions = []apiextensionsv1.CustomResourceDefinitionCondition{
		{Type: apiextensionsv1.NamesAccepted, Status: apiextensionsv1.ConditionTrue},
		{Type: apiextensionsv1.Established, Status: apiextensionsv1.ConditionTrue},
	}
}

// withoutWebhook takes the webhook of a CRD to change nothing but apiVersion.
func (c *cluster) withoutWebhook(crd *apiextensionsv1.CustomResourceDefinition) {
	if crd.Spec.Conversion == nil || crd.Spec.Conversion.Strategy != apiextensionsv1.WebhookConverter {
		return
	}
	crd.Spec.Conversion = &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.NoneConverter}
	for _, version := range crd.Spec.Versions {
		if version.Storage {
			c.assumed = []string{fmt.Sprintf("stored in version %s: conversion by webhook", version.Name)}
		}
	}
}

// oneCRD is the informer of a cluster with one CRD.
type oneCRD struct{ informer cache.SharedIndexInformer }

func (o oneCRD) Informer() cache.SharedIndexInformer { return o.informer }

func (o oneCRD) Lister() listers.CustomResourceDefinitionLister {
	return listers.NewCustomResourceDefinitionLister(o.informer.GetIndexer())
}

// seen is admission that changes nothing: it notes the object that is about to
// be validated, which PrepareForUpdate changes in place, and the stored one.
type seen struct{ object, old runtime.Object }

func (*seen) Handles(admission.Operation) bool { return true }

func (s *seen) Admit(_ context.Context, a admission.Attributes, _ admission.ObjectInterfaces) error {
	s.object, s.old = a.GetObject(), a.GetOldObject()
	return nil
}

var (
	_ admission.MutationInterface = &seen{}
)
