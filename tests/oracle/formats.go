package main

import (
	"fmt"
	"io"

	"k8s.io/kube-openapi/pkg/validation/strfmt"
)

// runFormats says for each pair of a format and a text whether the text is of
// that format: true, false, or null where there is no such format.
func runFormats(args []string, in io.Reader, out io.Writer) error {
	var o options
	rest, err := o.parse("formats", args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: formats: takes no path", errUsage)
	}
	return answerEach("formats", in, out, empty[[2]string], func(pair [2]string) (*bool, error) {
		return validity(pair[0], pair[1]), nil
	})
}

func validity(format, text string) *bool {
	if !strfmt.Default.ContainsName(format) {
		return nil
	}
	valid := strfmt.Default.Validates(format, text)
	return &valid
}
