package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// jsonStream is a text that begins with a brace, and what kubectl's decoder
// makes of it: the number of objects up to the first error, and that error.
// crdls is compared with the same file (tests/tests/json_files.rs).
type jsonStream struct {
	Text    string `json:"text"`
	Objects int    `json:"objects"`
	Error   string `json:"error"`
}

func decodeStream(text string) jsonStream {
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(text), 4096)
	found := jsonStream{Text: text}
	for {
		object := runtime.RawExtension{}
		switch err := decoder.Decode(&object); err {
		case nil:
			found.Objects++
		case io.EOF:
			return found
		default:
			found.Error = strings.TrimPrefix(err.Error(), "error converting YAML to JSON: ")
			return found
		}
	}
}

// UPDATE=1 writes the answers anew.
func TestJSONStreams(t *testing.T) {
	const path = "json-streams.jsonl"
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	var written strings.Builder
	for lines.Scan() {
		var recorded jsonStream
		if err := json.Unmarshal(lines.Bytes(), &recorded); err != nil {
			t.Fatal(err)
		}
		found := decodeStream(recorded.Text)
		if found != recorded && os.Getenv("UPDATE") == "" {
			t.Errorf("recorded %+v, found %+v", recorded, found)
		}
		line, err := json.Marshal(found)
		if err != nil {
			t.Fatal(err)
		}
		written.Write(append(line, '\n'))
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(path, []byte(written.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
