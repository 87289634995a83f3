package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// source is a file to read: where it is, and how the output names it.
type source struct {
	path string
	name string
}

// manifestExtensions are the files that kubectl takes from a folder; a file
// that is named on the command line is read whatever it is called.
var manifestExtensions = map[string]bool{".yaml": true, ".yml": true, ".json": true}

// listSources resolves files and folders, folders recursively in lexical order.
func listSources(paths []string) ([]source, error) {
	var found []source
	for _, p := range paths {
		under, err := listUnder(p)
		if err != nil {
			return nil, err
		}
		for _, relative := range under {
			found = append(found, source{filepath.Join(p, relative), path.Join(filepath.ToSlash(p), filepath.ToSlash(relative))})
		}
	}
	return found, nil
}

// listSourcesIn is listSources for one folder, with names relative to it.
func listSourcesIn(dir string) ([]source, error) {
	under, err := listUnder(dir)
	if err != nil {
		return nil, err
	}
	found := make([]source, 0, len(under))
	for _, relative := range under {
		found = append(found, source{filepath.Join(dir, relative), filepath.ToSlash(relative)})
	}
	return found, nil
}

// listUnder gives paths relative to root; a file's own is empty.
func listUnder(root string) ([]string, error) {
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{""}, nil
	}
	var found []string
	err = filepath.WalkDir(root, func(p string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() || !manifestExtensions[strings.ToLower(filepath.Ext(p))] {
			return nil
		}
		relative, err := filepath.Rel(root, p)
		found = append(found, relative)
		return err
	})
	return found, err
}
