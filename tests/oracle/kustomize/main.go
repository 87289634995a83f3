// Command kustomize builds kustomizations with kustomize's own code.
//
// It is a module of its own, since kustomize pins versions of modules of Kubernetes that the oracle beside it has
// newer. Network, git, plugins and Helm are off.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/yaml"
)

// offline refuses each request.
type offline struct{}

func (offline) RoundTrip(request *http.Request) (*http.Response, error) {
	return nil, errors.New("network is off: " + request.URL.String())
}

// question is a folder to build, and fields and entries of kustomizations that are left out.
type question struct {
	Path    string              `json:"path"`
	Without map[string][]string `json:"without"`
}

// answer is what kustomize makes of a folder.
type answer struct {
	Path      string            `json:"path"`
	Error     string            `json:"error,omitempty"`
	Documents []json.RawMessage `json:"documents"`
}

// canonical is a document as kubectl sends it.
func canonical(document []byte) (json.RawMessage, error) {
	converted, err := yaml.YAMLToJSONStrict(document)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(converted))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return json.Marshal(value)
}

// build runs `kustomize build --load-restrictor LoadRestrictionsNone`.
func build(asked question) (result answer) {
	path := asked.Path
	result.Path = path
	defer func() {
		if panicked := recover(); panicked != nil {
			result.Error = fmt.Sprintf("panic: %v", panicked)
		}
	}()
	// A schema of one run stays for the next one of the process.
	if strings.HasPrefix(openapi.GetSchemaVersion(), "using custom") {
		openapi.ResetOpenAPI()
	}
	options := krusty.MakeDefaultOptions()
	options.Reorder = krusty.ReorderOptionUnspecified
	options.LoadRestrictions = types.LoadRestrictionsNone
	built, err := krusty.MakeKustomizer(options).Run(rest{filesys.MakeFsOnDisk(), asked.Without}, path)
	if err != nil {
		result.Error = err.Error()
		return result
	}
	for _, resource := range built.Resources() {
		written, err := resource.AsYAML()
		if err != nil {
			result.Error = err.Error()
			return result
		}
		document, err := canonical(written)
		if err != nil {
			result.Error = err.Error()
			return result
		}
		result.Documents = append(result.Documents, document)
	}
	return result
}

// serve answers each folder of the input with a line.
func serve(in io.Reader, out io.Writer) error {
	http.DefaultTransport = offline{}
	log.SetOutput(io.Discard)
	if err := os.Setenv("PATH", "/nonexistent"); err != nil {
		return err
	}
	writer := bufio.NewWriter(out)
	encoder := json.NewEncoder(writer)
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		asked := question{Path: lines.Text()}
		if strings.HasPrefix(asked.Path, "{") {
			if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
				return err
			}
		}
		if err := encoder.Encode(build(asked)); err != nil {
			return err
		}
		if err := writer.Flush(); err != nil {
			return err
		}
	}
	return lines.Err()
}

func main() {
	var err error
	switch strings.Join(os.Args[1:], " ") {
	case "build":
		err = serve(os.Stdin, os.Stdout)
	case "tables":
		err = tables(os.Stdout)
	case "defaults":
		err = writeDefaults(os.Stdout)
	case "suites":
		err = suites(os.Stdout)
	default:
		err = errors.New("usage: kustomize build (folders on stdin), kustomize tables, kustomize defaults, or kustomize suites")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
