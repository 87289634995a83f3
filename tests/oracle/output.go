package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// lines writes one JSON value a line, without escapes for HTML.
type lines struct {
	buffer  *bufio.Writer
	encoder *json.Encoder
}

func newLines(out io.Writer) lines {
	buffer := bufio.NewWriterSize(out, 1<<16)
	encoder := json.NewEncoder(buffer)
	encoder.SetEscapeHTML(false)
	return lines{buffer, encoder}
}

func (l lines) write(value any) error { return l.encoder.Encode(value) }

func (l lines) flush() error { return l.buffer.Flush() }

// answerEach writes an answer to each JSON value of a stream, at once, so that
// it can be asked one thing after the other.
func answerEach[Q, A any](name string, in io.Reader, out io.Writer, unasked func() Q, answer func(Q) (A, error)) error {
	answers := newLines(out)
	return eachValue(name, in, unasked, func(q Q) error {
		a, err := answer(q)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := answers.write(a); err != nil {
			return err
		}
		return answers.flush()
	})
}

// eachValue reads the JSON values of a stream up to its end or the first error.
// unasked makes what members have that a value does not name.
func eachValue[T any](name string, in io.Reader, unasked func() T, do func(T) error) error {
	values := json.NewDecoder(in)
	for {
		value := unasked()
		if err := values.Decode(&value); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: request: %w", name, err)
		}
		if err := do(value); err != nil {
			return err
		}
	}
}

// empty is the zero value.
func empty[T any]() (zero T) { return zero }

// judgeSources writes the verdicts on files in the order given, whatever number
// of threads works on them.
func judgeSources(sources []source, o options, out io.Writer) error {
	w := newLines(out)
	for result := range judgeInOrder(sources, o) {
		judged := <-result
		if judged.err != nil {
			return judged.err
		}
		for _, v := range judged.verdicts {
			if err := w.write(v); err != nil {
				return err
			}
		}
	}
	return w.flush()
}

type judged struct {
	verdicts []verdict
	err      error
}

// judgeInOrder starts one file after the other, at most o.threads at a time, and
// sends a promise for each in the order of the files.
func judgeInOrder(sources []source, o options) <-chan chan judged {
	promises := make(chan chan judged, max(o.threads, 1)-1)
	slots := make(chan struct{}, max(o.threads, 1))
	go func() {
		defer close(promises)
		for _, s := range sources {
			promise := make(chan judged, 1)
			slots <- struct{}{}
			go func() {
				promise <- judgeSource(s, o)
				<-slots
			}()
			promises <- promise
		}
	}()
	return promises
}

func judgeSource(s source, o options) judged {
	text, err := os.ReadFile(s.path)
	if err != nil {
		return judged{err: err}
	}
	return judged{verdicts: judgeFile(s.name, text, o)}
}
