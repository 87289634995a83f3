package main

import (
	"bufio"
	"encoding/json"
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
