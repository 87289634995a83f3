package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apiserver/pkg/endpoints/request"
)

// suiteLine is a CRD, where it has a text, or else a case of a test suite: an
// object that is created, and what it is replaced by.
type suiteLine struct {
	CRD     string          `json:"crd"`
	Text    string          `json:"text"`
	Initial json.RawMessage `json:"initial"`
	Updated json.RawMessage `json:"updated"`
}

// measuredSuites is one run over all cases, their CRDs served beforehand.
type measuredSuites struct {
	Milliseconds float64 `json:"milliseconds"`
	Cases        int     `json:"cases"`
	Refused      int     `json:"refused"`
}

// timedCase is a case as requests, which are made beforehand from the answers to
// those before them.
type timedCase struct {
	cluster  *cluster
	requests []timedRequest
}

type timedRequest struct {
	method string
	target *request.RequestInfo
	body   []byte
}

// runTimeSuites prints how long one thread takes to answer the requests of test
// cases by the server's handler over a memory.
func runTimeSuites(args []string, _ io.Reader, out io.Writer) error {
	clusters := map[string]*cluster{}
	made := func(line suiteLine) ([]timedCase, error) {
		if line.Text == "" {
			return []timedCase{line.requests(clusters[line.CRD])}, nil
		}
		serving, _, err := newCluster([]byte(line.Text))
		if err != nil {
			return nil, fmt.Errorf("time-suites: %s: %w", line.CRD, err)
		}
		clusters[line.CRD] = serving
		return nil, nil
	}
	return timedLines("time-suites", args, out, made, func(all []timedCase) any { return measureSuites(all) })
}

// requests plays a case once: each request is made of the answers before it.
func (l suiteLine) requests(serving *cluster) timedCase {
	found := timedCase{cluster: serving}
	*serving.memory = memory{}
	created := parsed(l.Initial)
	post := timedRequest{http.MethodPost, serving.collection(created), encodedJSON(created)}
	stored := found.play(post)
	if stored == nil {
		return found
	}
	stored = found.writeStatus(stored, created)
	updated := parsed(l.Updated)
	if stored == nil || updated == nil {
		return found
	}
	metadataOf(updated)["resourceVersion"] = fmt.Sprint(liveVersion)
	put := timedRequest{http.MethodPut, serving.target(stored, updated, ""), encodedJSON(updated)}
	if stored = found.play(put); stored != nil {
		found.writeStatus(stored, updated)
	}
	return found
}

// writeStatus writes the status that an object of a case has.
func (t *timedCase) writeStatus(stored, written map[string]any) map[string]any {
	status, has := written["status"]
	if !has {
		return stored
	}
	stored["status"] = status
	// Each run creates the object anew.
	delete(metadataOf(stored), "uid")
	metadataOf(stored)["resourceVersion"] = fmt.Sprint(liveVersion)
	return t.play(timedRequest{http.MethodPut, t.cluster.target(stored, stored, "status"), encodedJSON(stored)})
}

// play sends a request and keeps it; the object of the answer, nil where it is
// refused.
func (t *timedCase) play(asked timedRequest) map[string]any {
	t.requests = append(t.requests, asked)
	code, body := t.cluster.answer(asked)
	if code >= http.StatusBadRequest {
		return nil
	}
	return parsed(body)
}

// collection is what a request names that creates an object.
func (c *cluster) collection(sent map[string]any) *request.RequestInfo {
	info := &request.RequestInfo{
		IsResourceRequest: true, Verb: "create", APIPrefix: "apis",
		APIGroup: c.crd.Spec.Group, APIVersion: versionOf(sent), Resource: c.crd.Spec.Names.Plural,
	}
	info.Path = fmt.Sprintf("/apis/%s/%s", info.APIGroup, info.APIVersion)
	if c.crd.Spec.Scope == "Namespaced" {
		info.Namespace = metav1.NamespaceDefault
		info.Path += "/namespaces/" + info.Namespace
	}
	info.Path += "/" + info.Resource
	return info
}

func (c *cluster) answer(asked timedRequest) (int, []byte) {
	ctx := request.WithRequestInfo(context.Background(), asked.target)
	sent := httptest.NewRequest(asked.method, "/", bytes.NewReader(asked.body)).WithContext(ctx)
	sent.URL.Path = asked.target.Path
	sent.Header.Set("Content-Type", "application/json")
	sent.Header.Set("Accept", "application/json")
	answered := httptest.NewRecorder()
	c.handler.ServeHTTP(answered, sent)
	return answered.Code, answered.Body.Bytes()
}

func measureSuites(all []timedCase) measuredSuites {
	found := measuredSuites{Cases: len(all)}
	start := time.Now()
	for _, c := range all {
		*c.cluster.memory = memory{}
		for _, asked := range c.requests {
			if code, _ := c.cluster.answer(asked); code >= http.StatusBadRequest {
				found.Refused++
			}
		}
	}
	found.Milliseconds = float64(time.Since(start).Microseconds()) / 1000
	return found
}
