package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/conversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// requestUID stands in questions and answers for the uid that the server makes
// up for each request.
const requestUID = "REQUEST-UID"

// conversionQuestion asks what the server makes of a webhook's answer.
type conversionQuestion struct {
	ID json.RawMessage `json:"id"`
	// Group and Versions are those of the CRD.
	Group    string   `json:"group"`
	Versions []string `json:"versions"`
	// ReviewVersion is the version of ConversionReview that the webhook reads.
	ReviewVersion string `json:"reviewVersion"`
	// Desired is the version of the CRD to convert to.
	Desired string `json:"desired"`
	// Objects are converted as a list if there are several, or if List is set.
	Objects []map[string]interface{} `json:"objects"`
	List    bool                     `json:"list"`
	// Status and Body are what the webhook answers.
	Status int    `json:"status"`
	Body   string `json:"body"`
}

// conversionAnswer has the server's error, or the converted objects.
type conversionAnswer struct {
	ID      json.RawMessage          `json:"id"`
	Error   string                   `json:"error,omitempty"`
	Objects []map[string]interface{} `json:"objects,omitempty"`
}

// fakeWebhook answers what it is told to, and keeps the request.
type fakeWebhook struct {
	status  int
	body    string
	request []byte
	uid     string
}

func (w *fakeWebhook) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.request, _ = io.ReadAll(r.Body)
	var review apiextensionsv1.ConversionReview
	if json.Unmarshal(w.request, &review) == nil && review.Request != nil {
		w.uid = string(review.Request.UID)
	}
	out.Header().Set("Content-Type", "application/json")
	out.WriteHeader(w.status)
	_, _ = io.WriteString(out, strings.ReplaceAll(w.body, requestUID, w.uid))
}

// runConvert converts objects with the server's own converter, which asks a
// webhook on the loopback address, until stdin ends.
func runConvert(args []string, in io.Reader, out io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("%w: convert: takes no argument", errUsage)
	}
	hook := &fakeWebhook{}
	server := httptest.NewServer(hook)
	defer server.Close()
	factory, err := conversion.NewCRConverterFactory(nil, nil)
	if err != nil {
		return err
	}
	unasked := func() conversionQuestion {
		return conversionQuestion{ID: json.RawMessage("null"), Status: http.StatusOK}
	}
	return answerEach("convert", in, out, unasked, func(q conversionQuestion) (conversionAnswer, error) {
		hook.status, hook.body, hook.uid = q.Status, q.Body, ""
		a := conversionAnswer{ID: q.ID}
		if a.Objects, err = convertByWebhook(factory, server.URL, q); err != nil {
			a.Error = err.Error()
			if hook.uid != "" {
				a.Error = strings.ReplaceAll(a.Error, hook.uid, requestUID)
			}
		}
		return a, nil
	})
}

func convertByWebhook(factory *conversion.CRConverterFactory, url string, q conversionQuestion) (objects []map[string]interface{}, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	converter, _, err := factory.NewConverter(webhookCRD(url, q))
	if err != nil {
		return nil, err
	}
	target := schema.GroupVersion{Group: q.Group, Version: q.Desired}
	converted, err := converter.ConvertToVersion(conversionInput(target, q), target)
	if err != nil {
		return nil, err
	}
	switch converted := converted.(type) {
	case *unstructured.Unstructured:
		objects = append(objects, converted.Object)
	case *unstructured.UnstructuredList:
		for _, item := range converted.Items {
			objects = append(objects, item.Object)
		}
	}
	return objects, nil
}

func webhookCRD(url string, q conversionQuestion) *apiextensionsv1.CustomResourceDefinition {
	versions := make([]apiextensionsv1.CustomResourceDefinitionVersion, 0, len(q.Versions))
	for _, name := range q.Versions {
		versions = append(versions, apiextensionsv1.CustomResourceDefinitionVersion{Name: name})
	}
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "converted." + q.Group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group:    q.Group,
			Versions: versions,
			Conversion: &apiextensionsv1.CustomResourceConversion{
				Strategy: apiextensionsv1.WebhookConverter,
				Webhook: &apiextensionsv1.WebhookConversion{
					ClientConfig:             &apiextensionsv1.WebhookClientConfig{URL: &url},
					ConversionReviewVersions: []string{q.ReviewVersion},
				},
			},
		},
	}
}

// conversionInput is what the storage hands to the converter: an object, or a
// list with the version of the request.
func conversionInput(target schema.GroupVersion, q conversionQuestion) runtime.Object {
	if len(q.Objects) == 1 && !q.List {
		return &unstructured.Unstructured{Object: q.Objects[0]}
	}
	list := &unstructured.UnstructuredList{}
	kind := ""
	for _, object := range q.Objects {
		item := unstructured.Unstructured{Object: object}
		kind = item.GetKind() + "List"
		list.Items = append(list.Items, item)
	}
	list.SetGroupVersionKind(target.WithKind(kind))
	return list
}
