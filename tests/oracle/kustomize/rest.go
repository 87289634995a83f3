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
	for name, value := range fields {
		if slices.Contains(left, name) {
			delete(fields, name)
		}
		if entries, isList := value.([]any); isList {
			fields[name] = slices.DeleteFunc(entries, func(entry any) bool {
				text, isText := entry.(string)
				return isText && slices.Contains(left, text)
			})
		}
	}
	// Without anything else kustomize would refuse it.
	if fields["metadata"] == nil {
		fields["metadata"] = map[string]any{"name": "rest"}
	}
	return yaml.Marshal(fields)
}
