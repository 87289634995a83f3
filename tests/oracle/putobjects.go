package main

import (
	"bytes"
	"encoding/json"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
)

// parsed is an object with its numbers as written: to the server 1.0 is not 1.
// Anything else gives nothing.
func parsed(text json.RawMessage) map[string]any {
	var object map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if decoder.Decode(&object) != nil {
		return nil
	}
	return object
}

// storedValue is an object with its numbers as the server stores them: 1.0 as 1.
func storedValue(text json.RawMessage) map[string]any {
	var object map[string]any
	if utiljson.Unmarshal(text, &object) != nil {
		return nil
	}
	return object
}

// encodedJSON is a value as the server writes it to storage.
func encodedJSON(value any) []byte {
	var buffer bytes.Buffer
	_ = json.NewEncoder(&buffer).Encode(value)
	return buffer.Bytes()
}

// metadataOf is that of an object, put there where there is none. What is no
// object is left, and nothing that is filled in then arrives.
func metadataOf(object map[string]any) map[string]any {
	metadata, isMap := object["metadata"].(map[string]any)
	if !isMap {
		metadata = map[string]any{}
		if object["metadata"] == nil {
			object["metadata"] = metadata
		}
	}
	return metadata
}

// fill sets what is not written.
func fill(metadata map[string]any, key string, value any) {
	if _, written := metadata[key]; !written && value != nil {
		metadata[key] = value
	}
}

// versionOf is the part of apiVersion after the group.
func versionOf(object map[string]any) string {
	text, _ := object["apiVersion"].(string)
	return text[strings.LastIndex(text, "/")+1:]
}

// withoutFilled is an object without what the server and this program fill in:
// metadata that neither of the two objects has as written, generation
// and resourceVersion.
func withoutFilled(u *unstructured.Unstructured, first, second map[string]any) json.RawMessage {
	object := u.DeepCopy().Object
	metadata, _ := object["metadata"].(map[string]any)
	delete(metadata, "generation")
	delete(metadata, "resourceVersion")
	a, b := metadataOf(first), metadataOf(second)
	for _, key := range []string{"uid", "creationTimestamp", "managedFields", "namespace", "name"} {
		if a[key] == nil && b[key] == nil {
			delete(metadata, key)
		}
	}
	return bytes.TrimSpace(encodedJSON(object))
}
