package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// documentValue is what YAMLToJSON makes of a document.
type documentValue struct {
	File  string          `json:"file"`
	Doc   int             `json:"doc"`
	JSON  json.RawMessage `json:"json,omitempty"`
	Error string          `json:"error,omitempty"`
}

// runValues prints the value of each document that is not blank.
func runValues(args []string, _ io.Reader, out io.Writer) error {
	return eachDocument("values", args, out, func(w lines, name string, doc document) error {
		return w.write(valueOf(name, doc))
	})
}

// eachDocument has a command write what it has on each document of its paths.
func eachDocument(command string, args []string, out io.Writer, write func(lines, string, document) error) error {
	var o options
	paths, err := o.parse(command, args)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return fmt.Errorf("%w: %s: no path", errUsage, command)
	}
	sources, err := listSources(paths)
	if err != nil {
		return err
	}
	w := newLines(out)
	for _, s := range sources {
		text, err := os.ReadFile(s.path)
		if err != nil {
			return err
		}
		for _, doc := range splitDocuments(text) {
			if err := write(w, s.name, doc); err != nil {
				return err
			}
		}
	}
	return w.flush()
}

func valueOf(file string, doc document) documentValue {
	found := documentValue{File: file, Doc: doc.index, Error: doc.problem}
	if found.Error != "" {
		return found
	}
	value, err := yamlToJSON(doc.text)
	if err != nil {
		found.Error = err.Error()
		return found
	}
	found.JSON = value
	return found
}

// wrapped tells a value from an error whatever the value is; without it, a text
// that says `error: x` looks like one.
type wrapped struct {
	JSON  json.RawMessage `json:"json,omitempty"`
	Error string          `json:"error,omitempty"`
}

// runYAML converts the texts on stdin, each ended by a NUL or by the end, one
// line for each. Nothing is split or mended before the conversion. It answers
// whenever no further text is waiting, so that it can be talked to.
func runYAML(args []string, in io.Reader, out io.Writer) error {
	var o options
	if _, err := o.parse("yaml", args, wrapFlag); err != nil {
		return err
	}
	texts := bufio.NewReaderSize(in, 1<<16)
	w := newLines(out)
	for {
		text, readErr := texts.ReadBytes(0)
		if readErr != nil && !errors.Is(readErr, io.EOF) {
			return fmt.Errorf("yaml: %w", readErr)
		}
		if readErr == nil || len(text) > 0 {
			if err := writeConverted(w, bytes.TrimSuffix(text, []byte{0}), o.wrap); err != nil {
				return err
			}
		}
		if readErr != nil {
			return w.flush()
		}
		if texts.Buffered() == 0 {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
}

func writeConverted(w lines, text []byte, wrap bool) error {
	value, err := yamlToJSON(text)
	if err != nil {
		return w.write(wrapped{Error: err.Error()})
	}
	if wrap {
		return w.write(wrapped{JSON: value})
	}
	_, err = w.buffer.Write(append(value, '\n'))
	return err
}
