package main

import (
	"slices"

	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// rest is a file system in which kustomizations lack some fields and entries, by file.
type rest struct {
	filesys.FileSystem
	without map[string][]string
}

// reduce takes entries out of all lists of a value: generators have lists of their own.
func reduce(value any, left []string) any {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			value[name] = reduce(member, left)
		}
	case []any:
		kept := slices.DeleteFunc(value, func(entry any) bool {
			text, isText := entry.(string)
			return isText && slices.Contains(left, text)
		})
		for at, entry := range kept {
			kept[at] = reduce(entry, left)
		}
		return kept
	}
	return value
}

// ReadFile reads a file, without what is left out of it.
func (r rest) ReadFile(path string) ([]byte, error) {
	text, err := r.FileSystem.ReadFile(path)
	left := r.without[path]
	if err != nil || left == nil {
		return text, err
	}
	var fields map[string]any
	if err := yaml.Unmarshal(text, &fields); err != nil {
		return text, nil
	}
	for name := range fields {
		if slices.Contains(left, name) {
			delete(fields, name)
		}
	}
	reduce(fields, left)
	// Without anything else kustomize would refuse it.
	if fields["metadata"] == nil {
		fields["metadata"] = map[string]any{"name": "rest"}
	}
	return yaml.Marshal(fields)
}
