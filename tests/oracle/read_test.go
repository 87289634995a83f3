package main

import (
	"reflect"
	"testing"
)

func TestDocumentsAreNumberedByTheirSeparators(t *testing.T) {
	type piece struct {
		index   int
		text    string
		problem string
	}
	cases := map[string][]piece{
		"":                       nil,
		"a: 1":                   {{0, "a: 1\n", ""}},
		"a: 1\r\n":               {{0, "a: 1\n", ""}},
		"---\na: 1\n":            {{1, "---\na: 1\n", ""}},
		"---\n---\n---\na: 1\n":  {{3, "---\na: 1\n", ""}},
		"a: 1\n--- # x\nb: 2\n":  {{0, "a: 1\n", ""}, {1, "b: 2\n", ""}},
		"a: 1\n---\n---\nb: 2\n": {{0, "a: 1\n", ""}, {2, "---\nb: 2\n", ""}},
		"a: 1\n...\nb: 2\n":      {{0, "a: 1\n...\nb: 2\n", ""}},
		" ---\na: 1\n":           {{0, " ---\na: 1\n", ""}},
		"a: 1\n--- b\n---\nc: 3": {{0, "a: 1\n--- b\n", "invalid Yaml document separator: b"}, {1, "c: 3\n", ""}},
		"---- \n":                {{0, "---- \n", "invalid Yaml document separator: -"}},
	}
	for text, want := range cases {
		var got []piece
		for _, doc := range splitDocuments([]byte(text)) {
			got = append(got, piece{doc.index, string(doc.text), doc.problem})
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}

func TestManifestsOfADocument(t *testing.T) {
	cases := map[string][]string{
		"# nothing":         nil,
		"a: 1.0":            {`{"a":1}`},
		`{"a": 1.0}{"b":2}`: {`{"a": 1.0}`, `{"b":2}`},
		"{a: 1}":            {`{"a":1}`},
	}
	for text, want := range cases {
		values, err := manifests(splitDocuments([]byte(text))[0])
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		var got []string
		for _, value := range values {
			got = append(got, string(value))
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
