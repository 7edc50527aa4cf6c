package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// suites is what build servers take for test results: the format has no standard, and these are the names they share.
type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Suites  []suite  `xml:"testsuite"`
}

type suite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Skipped  int        `xml:"skipped,attr"`
	Time     string     `xml:"time,attr,omitempty"`
	Stamp    string     `xml:"timestamp,attr,omitempty"`
	Cases    []testCase `xml:"testcase"`
}

type testCase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	Failure *failure `xml:"failure"`
	Skipped *skipped `xml:"skipped"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type skipped struct {
	Message string `xml:"message,attr"`
}

// JUnit writes expectations, rules and the auditor's verdict as test cases.
func (r *Result) JUnit(w io.Writer) error {
	s := suite{Name: "loadsim " + r.Scenario, Time: fmt.Sprintf("%.3f", r.DurationS),
		Stamp: r.StartedAt.UTC().Format("2006-01-02T15:04:05")}
	for _, e := range r.Expected {
		c := testCase{Class: "loadsim.expect", Name: e.Text}
		if !e.Met {
			c.Failure = &failure{Message: "got " + e.Got}
		}
		s.Cases = append(s.Cases, c)
	}
	for _, rule := range r.Checks {
		c := testCase{Class: "loadsim.rule", Name: rule.Rule}
		switch {
		case rule.Broken > 0:
			c.Failure = &failure{Message: fmt.Sprintf("%d violations in %d checks", rule.Broken, rule.Checked)}
			for _, v := range r.Violations {
				if v.Rule == rule.Rule {
					c.Failure.Text += v.Who + ": " + v.What + "\n"
				}
			}
		case rule.Checked == 0:
			c.Skipped = &skipped{"not seen"}
		}
		s.Cases = append(s.Cases, c)
	}
	c := testCase{Class: "loadsim.audit", Name: "the auditor finds nothing"}
	switch {
	case r.Audit.By == "":
		c.Skipped = &skipped{r.Audit.Verdict()}
	case !r.Audit.OK:
		c.Failure = &failure{Message: r.Audit.Verdict(), Text: strings.Join(r.Audit.Detail, "\n")}
	}
	s.Cases = append(s.Cases, c)
	return s.write(w)
}

func (s suite) write(w io.Writer) error {
	s.Tests = len(s.Cases)
	for _, c := range s.Cases {
		if c.Failure != nil {
			s.Failures++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(suites{Suites: []suite{s}}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// unmet are the expectations that the run did not meet.
func (r *Result) unmet() []Expected {
	return slices.DeleteFunc(slices.Clone(r.Expected), func(e Expected) bool { return e.Met })
}
