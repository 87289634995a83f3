package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

// recordedUpdate is a line of the corpus' updates: a CRD with its text, or an
// update with the answer.
type recordedUpdate struct {
	change
	Name     string  `json:"-"`
	Unstable any     `json:"unstable"`
	Verdict  written `json:"verdict"`
}

func TestUpdatesAreAsRecorded(t *testing.T) {
	klog.SetLogger(logr.Discard())
	corpus := corpusDir(t)
	for _, name := range []string{"random", "kubernetes"} {
		t.Run(name, func(t *testing.T) {
			clusters, compared := map[string]*cluster{}, 0
			for _, line := range readUpdates(t, filepath.Join(corpus, "updates", name+".jsonl")) {
				if line.Text == "" && clusters[line.CRD] == nil {
					text, err := os.ReadFile(filepath.Join(corpus, line.CRD))
					if err != nil {
						t.Fatal(err)
					}
					answered := change{CRD: line.CRD, Text: string(text)}.answer(clusters, nil)
					if answered.Error != "" {
						t.Fatalf("%s: %s", line.CRD, answered.Error)
					}
				}
				answered := line.answer(clusters, nil)
				if answered.Verdict == nil {
					if answered.Error != "" {
						t.Errorf("%s: %s", line.CRD, answered.Error)
					}
					continue
				}
				if line.Unstable == nil && line.Verdict.Assumed == nil {
					compared++
					compareWritten(t, line, *answered.Verdict)
				}
			}
			t.Logf("%d updates", compared)
		})
	}
}

func readUpdates(t *testing.T, path string) []recordedUpdate {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var found []recordedUpdate
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var line recordedUpdate
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		line.Name = strings.Trim(string(line.ID), `"`) + " " + line.CRD
		found = append(found, line)
	}
	return found
}

// compareWritten compares all but the sentence that says why a request was not
// looked at.
func compareWritten(t *testing.T, line recordedUpdate, got written) {
	want := line.Verdict
	if want.Code != got.Code || want.Reason != got.Reason || got.Panic != "" {
		t.Errorf("%s: %d %s %s %s, recorded %d %s", line.Name, got.Code, got.Reason, got.Panic, got.Message, want.Code, want.Reason)
	}
	if got.Code == 422 && got.Message != "" {
		t.Errorf("%s: %s", line.Name, got.Message)
	}
	if want.Unchanged != got.Unchanged || want.Deleted != got.Deleted {
		t.Errorf("%s: unchanged %v, deleted %v, recorded %v, %v", line.Name, got.Unchanged, got.Deleted, want.Unchanged, want.Deleted)
	}
	compareLists(t, line.Name+" decode", want.Decode, got.Decode)
	compareLists(t, line.Name+" errors", want.Errors, got.Errors)
	compareLists(t, line.Name+" warnings", want.Warn, got.Warn)
	if got.Object == nil {
		return
	}
	compareLists(t, line.Name+" generation", want.Generation, got.Generation)
	if a, b := plain(want.Object), plain(got.Object); a != b {
		t.Errorf("%s: object\n%s\nrecorded\n%s", line.Name, b, a)
	}
	if a, b := plain(want.OldObject), plain(got.OldObject); a != b && want.OldObject != nil {
		t.Errorf("%s: read as\n%s\nrecorded\n%s", line.Name, b, a)
	}
}
