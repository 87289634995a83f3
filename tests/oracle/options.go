package main

import (
	"flag"
	"fmt"
	"io"
)

// options are the flags that the subcommands share; each declares those it knows.
type options struct {
	threads  int
	noValues bool
	noCosts  bool
	wrap     bool
	repeat   int
	oldPath  string
	old      oldObjects
	crdPaths paths
	served   servedKinds
	// instances asks for verdicts on custom resources by the CRDs of their own file.
	instances bool
	// created are the CRDs of the questions before.
	created *remembered[*createdCRD]
}

// parse reads the flags in front of the other arguments, which it returns.
func (o *options) parse(name string, args []string, declare ...func(*flag.FlagSet, *options)) ([]string, error) {
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, d := range declare {
		d(set, o)
	}
	if err := set.Parse(args); err != nil {
		return nil, fmt.Errorf("%w: %s: %v", errUsage, name, err)
	}
	return set.Args(), nil
}

func threadsFlag(set *flag.FlagSet, o *options) {
	set.IntVar(&o.threads, "threads", 1, "files judged at once")
}

func judgeFlags(set *flag.FlagSet, o *options) {
	set.BoolVar(&o.noValues, "no-values", false, "leave the bad values out")
	set.BoolVar(&o.noCosts, "no-costs", false, "leave the costs out")
	set.BoolVar(&o.instances, "instances", false, "judge custom resources too, by the CRDs of their file")
}

func oldFlag(set *flag.FlagSet, o *options) {
	set.StringVar(&o.oldPath, "old", "", "judge CRDs as updates of those of the same name in this file")
}

func wrapFlag(set *flag.FlagSet, o *options) {
	set.BoolVar(&o.wrap, "wrap", false, `print {"json":…} instead of the bare value`)
}

func repeatFlag(set *flag.FlagSet, o *options) {
	set.IntVar(&o.repeat, "repeat", 1, "measure that many times")
}

// paths is a flag that may be given more than once.
type paths []string

func (p *paths) String() string { return "" }

func (p *paths) Set(path string) error {
	*p = append(*p, path)
	return nil
}

func crdsFlag(set *flag.FlagSet, o *options) {
	set.Var(&o.crdPaths, "crds", "judge custom resources by the CRDs in this file or folder; may be repeated")
}
