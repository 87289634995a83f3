package main

import (
	"encoding/json"
	"errors"
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
	pairs := json.NewDecoder(in)
	answers := newLines(out)
	for {
		var pair [2]string
		if err := pairs.Decode(&pair); errors.Is(err, io.EOF) {
			return answers.flush()
		} else if err != nil {
			return fmt.Errorf("formats: %w", err)
		}
		if err := answers.write(validity(pair[0], pair[1])); err != nil {
			return err
		}
	}
}

func validity(format, text string) *bool {
	if !strfmt.Default.ContainsName(format) {
		return nil
	}
	valid := strfmt.Default.Validates(format, text)
	return &valid
}
