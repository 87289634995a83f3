package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// The recorded verdicts, and the folders of the corpus that they are about.
var recordings = map[string][]string{
	"crds":             {"crds"},
	"bundles":          {"bundles"},
	"kubernetes-cases": {"kubernetes-cases/crd", "kubernetes-cases/validation"},
	"mutated":          {"mutated"},
}

// corpusDir is CRDLS_CORPUS, relative to the repository's root if it is so.
func corpusDir(t *testing.T) string {
	root := filepath.Join("..", "..")
	dir := os.Getenv("CRDLS_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "shared", "corpus")
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no corpus: %v", err)
	}
	return dir
}

func TestVerdictsAreAsRecorded(t *testing.T) {
	corpus := corpusDir(t)
	for name, folders := range recordings {
		t.Run(name, func(t *testing.T) {
			want := readRecording(t, filepath.Join(corpus, "verdicts", name+".jsonl"))
			got := judgeFolders(t, corpus, folders, options{})
			for key, w := range want {
				g, ok := got[key]
				if !ok {
					t.Errorf("%s: no verdict", key)
					continue
				}
				delete(got, key)
				compareVerdicts(t, key, w, g)
			}
			for key := range got {
				t.Errorf("%s: a verdict where none is recorded", key)
			}
		})
	}
}

// TestInstancesAreAsRecorded compares what is stored too, but for the line break
// that the recorder kept off the last line of a document.
func TestInstancesAreAsRecorded(t *testing.T) {
	corpus := corpusDir(t)
	served, err := readServed([]string{filepath.Join(corpus, "crds")})
	if err != nil {
		t.Fatal(err)
	}
	want := readRecording(t, filepath.Join(corpus, "verdicts", "instances.jsonl"))
	got := judgeFolders(t, corpus, []string{"instances"}, options{served: served})
	for key, w := range want {
		g, ok := got[key]
		if !ok {
			t.Errorf("%s: no verdict", key)
			continue
		}
		compareVerdicts(t, key, w, g)
		if a, b := plain(w.Object), plain(g.Object); a != b {
			t.Errorf("%s: stored\n%s\nrecorded\n%s", key, b, a)
		}
	}
}

// plain is a JSON text with its keys sorted.
func plain(text json.RawMessage) string {
	var value map[string]any
	_ = json.Unmarshal(text, &value)
	if metadata, ok := value["metadata"].(map[string]any); ok && len(metadata) == 0 {
		delete(value, "metadata")
	}
	sorted, _ := json.Marshal(value)
	return strings.ReplaceAll(string(sorted), `\n"`, `"`)
}

func judgeFolders(t *testing.T, corpus string, folders []string, o options) map[string]verdict {
	found := map[string]verdict{}
	for _, folder := range folders {
		sources, err := listSourcesIn(filepath.Join(corpus, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sources {
			text, err := os.ReadFile(s.path)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range judgeFile(folder+"/"+s.name, text, o) {
				found[v.key()] = v
			}
		}
	}
	return found
}

func readRecording(t *testing.T, path string) map[string]verdict {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	found := map[string]verdict{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var v verdict
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		found[v.key()] = v
	}
	return found
}

func (v verdict) key() string { return fmt.Sprintf("%s document %d %s", v.File, v.Doc, v.Item) }

// compareVerdicts holds the lists of two verdicts against each other as
// multisets.
func compareVerdicts(t *testing.T, key string, want, got verdict) {
	if want.Kind != got.Kind || want.Name != got.Name {
		t.Errorf("%s: %s %s, recorded %s %s", key, got.Kind, got.Name, want.Kind, want.Name)
	}
	compareLists(t, key+" decode", want.Decode, got.Decode)
	compareLists(t, key+" errors", want.Errors, firstOfEachSentence(got.Errors))
	compareLists(t, key+" warnings", want.Warnings, got.Warnings)
	compareLists(t, key+" costs", flatCosts(want.Costs), flatCosts(got.Costs))
}

// firstOfEachSentence drops findings whose shortened sentence was there before.
// The recording compared sentences after they were shortened, so that it misses
// a second finding on a long value (three times in mutated); the server compares
// whole ones.
func firstOfEachSentence(findings []finding) []finding {
	said := map[string]bool{}
	var kept []finding
	for _, f := range findings {
		if !said[f.Full] {
			said[f.Full] = true
			kept = append(kept, f)
		}
	}
	return kept
}

// flatCosts makes one list of versions and their rules.
func flatCosts(costs []versionCost) []any {
	var flat []any
	for _, version := range costs {
		flat = append(flat, []any{version.Version, version.Total})
		for _, rule := range version.Rules {
			flat = append(flat, rule)
		}
	}
	return flat
}

func compareLists[T any](t *testing.T, what string, want, got []T) {
	counts := map[string]int{}
	for _, w := range want {
		counts[encoded(w)]++
	}
	for _, g := range got {
		counts[encoded(g)]--
	}
	var differences []string
	for value, count := range counts {
		if count != 0 {
			differences = append(differences, fmt.Sprintf("%+d %s", -count, value))
		}
	}
	sort.Strings(differences)
	for _, d := range differences {
		t.Errorf("%s: %s", what, d)
	}
}

func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
