// Command oracle says what the API server says.
//
// It runs the server's own packages over CustomResourceDefinitions and prints
// the verdicts as JSON, so that crdls can be held against them. It contains no
// rule of its own: where it decides anything, it only does what kubectl or the
// create handler does around those packages, and the comment there says so.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

// command is one subcommand: its arguments for the usage text, and what it runs.
type command struct {
	name  string
	usage string
	run   func(args []string, in io.Reader, out io.Writer) error
}

var commands = []command{
	{"verdict", "[--threads N] [--no-values] [--no-costs] [--crds PATH]… PATH…", runVerdict},
	{"record", "[--threads N] [--no-values] [--no-costs] DIR OUT.jsonl", runRecord},
	{"serve", "[--no-values] [--no-costs]   (requests as JSON lines on stdin)", runServe},
	{"updates", "  (CRDs, and objects old and new, as JSON lines on stdin)", runUpdates},
	{"definitions", "  (a CRD and what is written over it, as JSON lines on stdin)", runDefinitions},
	{"values", "PATH…", runValues},
	{"yaml", "[--wrap]   (texts separated by NUL on stdin)", runYAML},
	{"openapi", "PATH…", runOpenAPI},
	{"explain", "  (a CRD and fields as JSON lines on stdin)", runExplain},
	{"native", "  (the table in schemas/openapi)", runNative},
	{"convert", "  (objects and answers of a conversion webhook as JSON lines on stdin)", runConvert},
	{"formats", "  ([FORMAT, TEXT] as JSON lines on stdin)", runFormats},
	{"cel", "  (expressions as JSON strings on stdin)", runCEL},
	{"apply", "  (CRDs for server-side apply as JSON lines on stdin)", runApply},
	{"json-schema", "  (a JSON Schema and objects as JSON lines on stdin)", runJSONSchema},
	{"time", "[--repeat N] PATH…", runTime},
	{"time-rules", "[--repeat N] PATH…", runTimeRules},
	{"time-updates", "[--repeat N] PATH…   (the lines of updates)", runTimeUpdates},
	{"time-suites", "[--repeat N] PATH…   (CRDs and cases of test suites as JSON lines)", runTimeSuites},
	{"time-decode", "[--repeat N] PATH…", runTimeDecode},
}

// errUsage is a call that the usage text answers.
var errUsage = errors.New("wrong usage")

func main() {
	// The heap is small and what is allocated much: by default a quarter of the time goes into collecting it. What is timed
	// is timed as the server runs it.
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "time") && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
	if err := dispatch(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		if errors.Is(err, errUsage) {
			printUsage(os.Stderr)
		}
		os.Exit(2)
	}
}

func dispatch(args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(args[1:], os.Stdin, os.Stdout)
		}
	}
	return fmt.Errorf("%w: no command %q", errUsage, args[0])
}

func printUsage(w io.Writer) {
	fmt.Fprintln(w, "usage:")
	for _, c := range commands {
		fmt.Fprintf(w, "  oracle %s %s\n", c.name, c.usage)
	}
}
