package main

import (
	"fmt"
	"io"
	"os"
)

// runVerdict prints a verdict for each CRD in the files and folders.
func runVerdict(args []string, _ io.Reader, out io.Writer) error {
	var o options
	paths, err := o.parse("verdict", args, threadsFlag, judgeFlags, oldFlag, crdsFlag)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return fmt.Errorf("%w: verdict: no path", errUsage)
	}
	if o.old, err = readOld(o.oldPath); err != nil {
		return fmt.Errorf("verdict: %w", err)
	}
	if o.served, err = readServed(o.crdPaths); err != nil {
		return fmt.Errorf("verdict: %w", err)
	}
	sources, err := listSources(paths)
	if err != nil {
		return err
	}
	return judgeSources(sources, o, out)
}

// runRecord writes the verdicts on a folder to a file, which names the files
// relative to the folder, so that it can be committed.
func runRecord(args []string, _ io.Reader, _ io.Writer) error {
	var o options
	paths, err := o.parse("record", args, threadsFlag, judgeFlags)
	if err != nil {
		return err
	}
	if len(paths) != 2 {
		return fmt.Errorf("%w: record: takes a folder and a file", errUsage)
	}
	sources, err := listSourcesIn(paths[0])
	if err != nil {
		return err
	}
	out, err := os.Create(paths[1])
	if err != nil {
		return err
	}
	if err := judgeSources(sources, o, out); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
