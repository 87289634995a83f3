package main

import (
	"fmt"
	"regexp"
	"strings"
)

// The server validates CRDs in its internal shape. There is one schema for all
// versions there if they are identical, conversion is flat, and one field has
// another case. The tables lead back to the v1 manifest.
var (
	// hoisted are fields that stand for the same field of every version.
	hoisted = []rename{
		{"spec.validation", "schema"},
		{"spec.schema", "schema"}, // sic, from the selectable fields
		{"spec.subresources", "subresources"},
		{"spec.additionalPrinterColumns", "additionalPrinterColumns"},
		{"spec.selectableFields", "selectableFields"},
	}
	moved = []rename{
		{"spec.version", "spec.versions[0].name"},
		{"spec.conversion.webhookClientConfig", "spec.conversion.webhook.clientConfig"},
		{"spec.conversion.conversionReviewVersions", "spec.conversion.webhook.conversionReviewVersions"},
	}
	// storedVersions is of the server's making, from the storage version.
	storedVersions = "status.storedVersions"
	columnPath     = regexp.MustCompile(`(\.additionalPrinterColumns\[\d+\])\.JSONPath$`)
)

type rename struct{ from, to string }

// manifestFields says where in a manifest with so many versions a field of the
// server's is.
func manifestFields(name string, versions int) []string {
	name = columnPath.ReplaceAllString(name, "$1.jsonPath")
	if _, ok := under(name, storedVersions); ok {
		return []string{"spec.versions"}
	}
	for _, m := range moved {
		if rest, ok := under(name, m.from); ok {
			return []string{m.to + rest}
		}
	}
	for _, h := range hoisted {
		if rest, ok := under(name, h.from); ok {
			return inEachVersion(h.to+rest, versions)
		}
	}
	return []string{name}
}

func inEachVersion(name string, versions int) []string {
	found := make([]string, 0, versions)
	for i := range versions {
		found = append(found, fmt.Sprintf("spec.versions[%d].%s", i, name))
	}
	return found
}

// under cuts a leading path; what is left is empty, or begins a further step.
func under(name, prefix string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(name, prefix)
	return rest, ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
