package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sort"
	"strings"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/warning"
	"k8s.io/klog/v2"
)

// What the server fills in of an object, which tells nothing of an update.
const (
	liveUID     = "6f1c1d1e-0000-4000-8000-000000000001"
	liveCreated = "2024-01-02T03:04:05Z"
	noName      = "sample"
)

// change is a line of `oracle updates`: a CRD, where it has a text, or else an
// object that is written over one that is stored.
type change struct {
	ID          json.RawMessage `json:"id"`
	CRD         string          `json:"crd"`
	Text        string          `json:"text"`
	Old         json.RawMessage `json:"old"`
	New         json.RawMessage `json:"new"`
	Subresource string          `json:"subresource"`
}

// written is the server's answer to a PUT.
type written struct {
	Code    int             `json:"code"`
	Reason  string          `json:"reason,omitempty"`
	Message string          `json:"message,omitempty"`
	Errors  []finding       `json:"errors"`
	Warn    []string        `json:"warnings,omitempty"`
	Decode  []string        `json:"decode,omitempty"`
	Object  json.RawMessage `json:"object,omitempty"`
	// OldObject is the old object as it was read from storage.
	OldObject json.RawMessage `json:"oldObject,omitempty"`
	// Generation is that before and after.
	Generation []int64  `json:"generation,omitempty"`
	Unchanged  bool     `json:"unchanged,omitempty"`
	Deleted    bool     `json:"deleted,omitempty"`
	Assumed    []string `json:"assumed,omitempty"`
	// Panic is where the server's code panics; the rest is empty then.
	Panic string `json:"panic,omitempty"`
}

// changed carries the id of the line that it answers: of a CRD whether the server
// accepts it, of an update its verdict.
type changed struct {
	ID       json.RawMessage `json:"id"`
	Accepted *bool           `json:"accepted,omitempty"`
	Error    string          `json:"error,omitempty"`
	Verdict  *written        `json:"verdict,omitempty"`
}

// runUpdates answers one line after the other until stdin ends.
func runUpdates(args []string, in io.Reader, out io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: updates: takes no arguments", errUsage)
	}
	klog.SetLogger(logr.Discard())
	clusters, started := map[string]*cluster{}, newRemembered[startedCluster]()
	return answerEach("updates", in, out, unasked, func(c change) (changed, error) { return c.answer(clusters, started), nil })
}

// unasked is an update without a number.
func unasked() change {
	return change{ID: json.RawMessage("null")}
}

// startedCluster is a cluster, or why there is none.
type startedCluster struct {
	*cluster
	accepted bool
	err      error
}

func startCluster(text []byte) startedCluster {
	serving, accepted, err := newCluster(text)
	return startedCluster{serving, accepted, err}
}

func (c change) answer(clusters map[string]*cluster, started *remembered[startedCluster]) changed {
	if c.Text != "" {
		started := started.of([]byte(c.Text), startCluster)
		if started.err != nil {
			return changed{ID: c.ID, Accepted: &started.accepted, Error: started.err.Error()}
		}
		clusters[c.CRD] = started.cluster
		return changed{ID: c.ID, Accepted: &started.accepted}
	}
	serving := clusters[c.CRD]
	if serving == nil {
		return changed{ID: c.ID, Error: fmt.Sprintf("no CRD %q", c.CRD)}
	}
	verdict := serving.put(c)
	return changed{ID: c.ID, Verdict: &verdict}
}

// put sends the new object to the handler, where the old one is stored.
func (c *cluster) put(asked change) (found written) {
	defer func() {
		if r := recover(); r != nil {
			found = written{Errors: []finding{}, Panic: fmt.Sprintf("%v", r)}
		}
	}()
	old, sent := storedValue(asked.Old), parsed(asked.New)
	if old == nil || sent == nil {
		return written{Errors: []finding{}, Message: "not an object"}
	}
	live := metadataOf(old)
	fill(live, "uid", liveUID)
	fill(live, "creationTimestamp", liveCreated)
	fill(live, "generation", int64(1))
	target := c.target(old, sent, asked.Subresource)
	fill(live, "name", target.Name)
	if target.Namespace != "" {
		fill(live, "namespace", target.Namespace)
	} else {
		delete(live, "namespace")
	}
	fresh := metadataOf(sent)
	fill(fresh, "uid", live["uid"])
	if version := fresh["resourceVersion"]; version == nil || version == "" || version == live["resourceVersion"] {
		fresh["resourceVersion"] = fmt.Sprint(liveVersion)
	}
	c.store(old)
	*c.seen = seen{}
	status, body, warnings := c.send(target, encodedJSON(sent))
	found = written{Code: status, Errors: []finding{}, Assumed: c.assumed, Unchanged: c.memory.unchanged, Deleted: c.memory.deleted}
	for _, w := range warnings {
		if strings.HasPrefix(w, `unknown field "`) || strings.HasPrefix(w, `duplicate field "`) {
			found.Decode = append(found.Decode, w)
		} else {
			found.Warn = append(found.Warn, w)
		}
	}
	sort.Strings(found.Decode)
	c.describe(&found, target, body, parsed(asked.Old), parsed(asked.New))
	return found
}

// store puts an object where the handler finds it: always in the storage version.
func (c *cluster) store(old map[string]any) {
	for _, version := range c.crd.Spec.Versions {
		if apiVersion, _ := old["apiVersion"].(string); version.Storage && strings.HasPrefix(apiVersion, c.crd.Spec.Group+"/") {
			old["apiVersion"] = c.crd.Spec.Group + "/" + version.Name
		}
	}
	*c.memory = memory{stored: encodedJSON(old)}
}

// target is what the request names: the version of what is sent where that is of
// a version of the CRD's group, the old object's name and namespace.
func (c *cluster) target(old, sent map[string]any, subresource string) *request.RequestInfo {
	version := versionOf(sent)
	if subresource == "scale" || version == "" {
		version = versionOf(old)
	}
	name, _ := metadataOf(old)["name"].(string)
	if name == "" {
		name = noName
	}
	info := &request.RequestInfo{
		IsResourceRequest: true, Verb: "update", APIPrefix: "apis",
		APIGroup: c.crd.Spec.Group, APIVersion: version, Resource: c.crd.Spec.Names.Plural, Subresource: subresource, Name: name,
	}
	path := []string{"", "apis", info.APIGroup, version}
	if c.crd.Spec.Scope == "Namespaced" {
		if info.Namespace, _ = metadataOf(old)["namespace"].(string); info.Namespace == "" {
			info.Namespace = metav1.NamespaceDefault
		}
		path = append(path, "namespaces", info.Namespace)
	}
	path = append(path, info.Resource, name)
	if subresource != "" {
		path = append(path, subresource)
	}
	info.Path = strings.Join(path, "/")
	return info
}

// send is the request and its answer. Warnings are in the order of the server's.
func (c *cluster) send(target *request.RequestInfo, body []byte) (int, []byte, []string) {
	recorder := &warnings{}
	ctx := warning.WithWarningRecorder(request.WithRequestInfo(context.Background(), target), recorder)
	asked := httptest.NewRequest(http.MethodPut, "/?fieldValidation=Warn", bytes.NewReader(body)).WithContext(ctx)
	asked.URL.Path = target.Path
	asked.Header.Set("Content-Type", "application/json")
	asked.Header.Set("Accept", "application/json")
	answered := httptest.NewRecorder()
	c.handler.ServeHTTP(answered, asked)
	return answered.Code, answered.Body.Bytes(), recorder.texts
}

// warnings are those of one request, each once, as the server sends them.
type warnings struct{ texts []string }

func (w *warnings) AddWarning(_, text string) {
	for _, known := range w.texts {
		if known == text {
			return
		}
	}
	w.texts = append(w.texts, text)
}
