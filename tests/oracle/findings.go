package main

import (
	"encoding/json"
	"regexp"
	"sort"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// finding is one field.Error.
type finding struct {
	Type  string `json:"type"`
	Field string `json:"field"`
	// Fields are the same place in the manifest as it is written.
	Fields []string `json:"fields,omitempty"`
	Detail string   `json:"detail"`
	Bad    string   `json:"bad,omitempty"`
	Full   string   `json:"full"`
}

// How many bytes are kept of a value and of a sentence, which may quote one.
const (
	maxBad  = 300
	maxFull = 2000
)

// renderErrors sorts the errors: the server walks Go maps, so its order is
// chance. A sentence is said once, as ErrorList.ToAggregate says it to the user.
func renderErrors(errs field.ErrorList, versions int, noValues bool) []finding {
	found := make([]finding, 0, len(errs))
	said := map[string]bool{}
	for _, err := range errs {
		sentence := err.Error()
		if said[sentence] {
			continue
		}
		said[sentence] = true
		f := finding{
			Type:   string(err.Type),
			Field:  err.Field,
			Fields: manifestFields(err.Field, versions),
			Detail: withoutRandom(err.Detail),
			Full:   cut(withoutRandom(sentence), maxFull),
		}
		if !noValues {
			f.Bad = badValue(err.BadValue)
		}
		found = append(found, f)
	}
	sort.Slice(found, func(i, j int) bool { return found[i].before(found[j]) })
	return found
}

func (f finding) before(other finding) bool {
	for _, pair := range [][2]string{{f.Field, other.Field}, {f.Type, other.Type}, {f.Detail, other.Detail}} {
		if pair[0] != pair[1] {
			return pair[0] < pair[1]
		}
	}
	return f.Bad < other.Bad
}

func badValue(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return cut(withoutRandom(string(encoded)), maxBad)
}

// selfType is the name that the server gives the type of self: a new one each
// time, from the clock.
var selfType = regexp.MustCompile(`selfType\d+`)

// address is that of an expression, which cel-go prints until 1.31 where two types do not agree.
var address = regexp.MustCompile(`&\{\d+ 0x[0-9a-f]+\}\(\d+\) `)

func withoutRandom(text string) string {
	return address.ReplaceAllString(selfType.ReplaceAllString(text, "selfType"), "")
}

// cut shortens a text to at most limit bytes and marks that it did.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}
