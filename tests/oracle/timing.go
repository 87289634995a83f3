package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

// measured is one run over all files, read beforehand.
type measured struct {
	Milliseconds float64 `json:"milliseconds"`
	Files        int     `json:"files"`
	Bytes        int     `json:"bytes"`
	Documents    int     `json:"documents"`
	CRDs         int     `json:"crds"`
	Findings     int     `json:"findings"`
	Warnings     int     `json:"warnings"`
}

// runTime prints how long one thread takes to split, decode and validate. The
// first run also builds the CEL environment, as a process does once.
func runTime(args []string, _ io.Reader, out io.Writer) error {
	texts, repeat, err := timed("time", args)
	if err != nil {
		return err
	}
	return repeated(repeat, out, func() any { return measure(texts) })
}

// timed reads the arguments of a command that measures: the texts, and how often.
func timed(name string, args []string) ([][]byte, int, error) {
	var o options
	paths, err := o.parse(name, args, repeatFlag)
	if err != nil {
		return nil, 0, err
	}
	if len(paths) == 0 {
		return nil, 0, fmt.Errorf("%w: %s: no path", errUsage, name)
	}
	sources, err := listSources(paths)
	if err != nil {
		return nil, 0, err
	}
	texts, err := readAll(sources)
	return texts, o.repeat, err
}

// timedLines measures what lines of JSON mean, in the files that the arguments
// name: each line makes a few things that are measured, or none.
func timedLines[L, T any](name string, args []string, out io.Writer, made func(L) ([]T, error), measure func([]T) any) error {
	klog.SetLogger(logr.Discard())
	texts, repeat, err := timed(name, args)
	if err != nil {
		return err
	}
	var all []T
	for _, text := range texts {
		err := eachValue(name, bytes.NewReader(text), empty[L], func(line L) error {
			found, err := made(line)
			all = append(all, found...)
			return err
		})
		if err != nil {
			return err
		}
	}
	return repeated(repeat, out, func() any { return measure(all) })
}

// repeated measures on one thread, a line for each run.
func repeated(times int, out io.Writer, measure func() any) error {
	runtime.GOMAXPROCS(1)
	w := newLines(out)
	for range times {
		if err := w.write(measure()); err != nil {
			return err
		}
	}
	return w.flush()
}

func readAll(sources []source) ([][]byte, error) {
	texts := make([][]byte, 0, len(sources))
	for _, s := range sources {
		text, err := os.ReadFile(s.path)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

func measure(texts [][]byte) measured {
	found := measured{Files: len(texts)}
	start := time.Now()
	for _, text := range texts {
		found.Bytes += len(text)
		for _, doc := range splitDocuments(text) {
			found.Documents++
			for _, v := range judgeDocument(doc, options{noCosts: true, noValues: true}) {
				if v.Kind != kindUnknown {
					found.CRDs++
				}
				found.Findings += len(v.Errors) + len(v.Decode)
				found.Warnings += len(v.Warnings)
			}
		}
	}
	found.Milliseconds = float64(time.Since(start).Microseconds()) / 1000
	return found
}
