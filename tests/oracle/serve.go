package main

import (
	"encoding/json"
	"fmt"
	"io"
)

// question asks for the verdicts on the text of one file.
type question struct {
	ID   json.RawMessage `json:"id"`
	Name string          `json:"name"`
	Text string          `json:"text"`
}

// answer carries the question's id, of whatever type that is.
type answer struct {
	ID       json.RawMessage `json:"id"`
	Verdicts []verdict       `json:"verdicts"`
}

// runServe answers questions one by one until stdin ends; each answer is flushed
// before the next question is read.
func runServe(args []string, in io.Reader, out io.Writer) error {
	var o options
	rest, err := o.parse("serve", args, judgeFlags)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("%w: serve: takes no path", errUsage)
	}
	o.created = newRemembered[*createdCRD]()
	unasked := func() question { return question{ID: json.RawMessage("null")} }
	return answerEach("serve", in, out, unasked, func(q question) (answer, error) {
		a := answer{ID: q.ID, Verdicts: judgeFile(q.Name, []byte(q.Text), o)}
		if a.Verdicts == nil {
			a.Verdicts = []verdict{}
		}
		return a, nil
	})
}
