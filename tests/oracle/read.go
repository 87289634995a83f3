package main

import (
	"bytes"
	"strings"
)

// document is one piece of a file, numbered as crdls numbers documents: every
// separating line begins the next one, whether or not there is text before it.
type document struct {
	index int
	text  []byte
	// problem is set where kubectl cannot cut the file here.
	problem string
	// blank is true until there is a line with something on it.
	blank bool
}

const separator = "---"

// splitDocuments cuts a file where apimachinery's YAMLReader cuts it, and hands
// out what that reader hands out: lines end in \n and the last has one too; a
// separator in front of which nothing was collected stays in the text. In place
// of the reader itself because that one does not say which documents it passed
// over. kubectl gives up at a bad separator; here only its document is spoiled.
func splitDocuments(text []byte) []document {
	var found []document
	current := document{blank: true}
	emit := func() {
		if !current.blank {
			found = append(found, current)
		}
		current = document{index: current.index + 1, blank: true}
	}
	for len(text) > 0 {
		var line []byte
		line, text = nextLine(text)
		separates, problem := readSeparator(line)
		if separates {
			collected := len(current.text) > 0
			emit()
			if collected {
				continue
			}
		}
		if problem != "" {
			current.problem = problem
		}
		current.blank = current.blank && (separates || len(bytes.TrimSpace(line)) == 0)
		current.text = append(append(current.text, line...), '\n')
	}
	emit()
	return found
}

// readSeparator says whether a line separates documents. Only blanks and a
// comment may follow the dashes; anything else is a problem.
func readSeparator(line []byte) (separates bool, problem string) {
	rest, found := bytes.CutPrefix(line, []byte(separator))
	if !found {
		return false, ""
	}
	trailing := strings.TrimSpace(string(rest))
	if trailing != "" && trailing[0] != '#' {
		return false, "invalid Yaml document separator: " + trailing
	}
	return true, ""
}

// nextLine returns the first line without its end, and the text after it. Only
// \n and \r\n end a line here.
func nextLine(text []byte) (line, rest []byte) {
	end := bytes.IndexByte(text, '\n')
	if end < 0 {
		return text, nil
	}
	return bytes.TrimSuffix(text[:end], []byte("\r")), text[end+1:]
}
