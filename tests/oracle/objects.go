package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
)

// object is one thing that kubectl would send.
type object struct {
	// item is where it stood in a list, as in items[0] or items[1].items[0];
	// empty outside of lists.
	item  string
	value *unstructured.Unstructured
}

// objectsIn decodes a manifest as kubectl does before it sends anything, and
// takes lists apart, breadth first, as its FlattenListVisitor does.
func objectsIn(manifest []byte) ([]object, error) {
	decoded, _, err := unstructured.UnstructuredJSONScheme.Decode(manifest, nil, nil)
	if err != nil {
		return nil, err
	}
	switch decoded := decoded.(type) {
	case *unstructured.UnstructuredList:
		return flatten(listItems(decoded, ""))
	case *unstructured.Unstructured:
		return []object{{value: decoded}}, nil
	}
	return nil, fmt.Errorf("unexpected %T", decoded)
}

func flatten(pending []object) ([]object, error) {
	var flat []object
	for len(pending) > 0 {
		next := pending[0]
		pending = pending[1:]
		if !next.value.IsList() {
			flat = append(flat, next)
			continue
		}
		list, err := next.value.ToList()
		if err != nil {
			return flat, err
		}
		pending = append(pending, listItems(list, next.item+".")...)
	}
	return flat, nil
}

func listItems(list *unstructured.UnstructuredList, prefix string) []object {
	found := make([]object, 0, len(list.Items))
	for i := range list.Items {
		found = append(found, object{fmt.Sprintf("%sitems[%d]", prefix, i), &list.Items[i]})
	}
	return found
}

// body is what kubectl puts on the wire. Numbers have gone through Go's int64
// and float64 by then, and keys are sorted, which decides what the server
// complains of first.
func (o object) body() ([]byte, error) {
	return runtime.Encode(unstructured.UnstructuredJSONScheme, o.value)
}
