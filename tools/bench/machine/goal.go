package machine

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Goal is a bound that a benchmark holds its figures against.
type Goal struct {
	Name string  `json:"name"`
	Got  float64 `json:"got"`
	Want string  `json:"want"`
	Met  bool    `json:"met"`
}

// AtMost is a goal that got meets up to want. A figure of 0 was not measured and meets none but that of 0.
func AtMost(name string, got, want float64) Goal {
	return Goal{name, got, fmt.Sprintf("≤ %g", want), got <= want && (got > 0 || want == 0)}
}

// AtLeast is a goal that got meets from want on.
func AtLeast(name string, got, want float64) Goal {
	return Goal{name, got, fmt.Sprintf("≥ %g", want), got >= want}
}

// Tell prints goals, each with the verdict on it, and what was seen of the machine.
func (v Verdict) Tell(to io.Writer, goals []Goal) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, g := range goals {
		fmt.Fprintf(w, "%s\t%.2f\t%s\t%s\n", g.Name, g.Got, g.Want, v.Word(g.Met))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(to, v.Words)
	return err
}

// JudgeAll names the goals that were missed; on a busy machine nothing was missed and nothing met.
func (v Verdict) JudgeAll(goals []Goal) error {
	var missed []string
	for _, g := range goals {
		if !g.Met {
			missed = append(missed, fmt.Sprintf("%s %.2f, wanted %s", g.Name, g.Got, g.Want))
		}
	}
	if len(missed) == 0 {
		return v.Judge(nil)
	}
	return v.Judge(errors.New("missed: " + strings.Join(missed, "; ")))
}
