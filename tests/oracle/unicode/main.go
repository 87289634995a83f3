// Command unicode prints the categories, scripts and case folding of Go's package
// unicode, as server/go/src/regexp/unicode/table.txt has them.
//
// A line is a name and ranges of code points, all numbers hexadecimal. A range
// begins so far behind the end of the one before, and goes so far as a + says; of
// one that ends with a * every second code point is meant. Lines with numbers in
// place of a name are case folding: 4b,6b,212a differ by case only; behind one
// number are the smaller ones of pairs, which are so far from the greater ones.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
)

type span struct{ lo, hi, stride rune }

// The members of a set as ranges.
func spans(members []rune) []span {
	var all []span
	for _, r := range members {
		if last := len(all) - 1; last >= 0 {
			one := &all[last]
			if one.lo == one.hi && r-one.hi <= 2 || r-one.hi == one.stride {
				one.hi, one.stride = r, r-one.hi
				continue
			}
		}
		all = append(all, span{r, r, 0})
	}
	return all
}

func line(name string, members []rune) string {
	var text strings.Builder
	text.WriteString(name)
	end := rune(0)
	for _, one := range spans(members) {
		fmt.Fprintf(&text, " %x", one.lo-end)
		if one.hi > one.lo {
			fmt.Fprintf(&text, "+%x", one.hi-one.lo)
		}
		if one.stride == 2 {
			text.WriteString("*")
		}
		end = one.hi
	}
	return text.String()
}

func members(table *unicode.RangeTable) []rune {
	var all []rune
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.Is(table, r) {
			all = append(all, r)
		}
	}
	return all
}

func print(tables map[string]*unicode.RangeTable, takes func(string) bool) {
	var names []string
	for name := range tables {
		if takes(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Println(line(name, members(tables[name])))
	}
}

func main() {
	if unicode.Version != "15.0.0" {
		fmt.Fprintln(os.Stderr, "this Go has Unicode", unicode.Version)
		os.Exit(1)
	}
	// Others are unions of these.
	print(unicode.Categories, func(name string) bool { return len(name) == 2 && name != "LC" && name != "Cn" })
	// Patterns cannot name those with an underscore.
	print(unicode.Scripts, func(name string) bool {
		return !strings.Contains(name[1:], "_") && strings.ToLower(name[1:]) == name[1:]
	})
	pairs := map[rune][]rune{}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		orbit := []rune{r}
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			orbit = append(orbit, other)
		}
		if slices.Min(orbit) != r {
			continue
		}
		switch {
		case len(orbit) == 2:
			pairs[orbit[1]-r] = append(pairs[orbit[1]-r], r)
		case len(orbit) > 2:
			fmt.Println(strings.ReplaceAll(strings.Trim(fmt.Sprintf("%x", orbit), "[]"), " ", ","))
		}
	}
	var far []rune
	for distance := range pairs {
		far = append(far, distance)
	}
	slices.Sort(far)
	for _, distance := range far {
		fmt.Println(line(fmt.Sprintf("%x", distance), pairs[distance]))
	}
}
