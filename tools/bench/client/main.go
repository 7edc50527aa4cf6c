//go:build linux

// Command client measures the built client against the goals of its design, in one table: what routes download
// (client/build/size.mjs), what a frame and a mount of each scene cost, a battle of four among them, and a frame at a
// phone's size with a quarter of the processor (client/bench/stage.mjs), and Lighthouse on the real server
// (client/bench/lighthouse.mjs).
//
// Each part is a program of its own that prints its rows; one that cannot run, because there is no browser, is said to
// be absent. Deliberately absent: figures of frames per second, which on a machine without a graphics processor are
// those of its drawing in software.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"text/tabwriter"

	"jadebox/tools/bench/machine"
	"jadebox/tools/bench/site"
	"jadebox/tools/command"
	"jadebox/tools/kill/process"
)

type arguments struct {
	Bin  string   `help:"Server for Lighthouse; default $JADEBOX_BIN, bin/jadebox, or one built now."`
	Only []string `enum:"bundle,stage,phone,lighthouse" default:"bundle,stage,phone,lighthouse" help:"Parts: ${enum}."`
	Runs int      `default:"3" help:"Of Lighthouse on each device; the one in the middle counts."`
	JSON bool     `help:"Print JSON instead of a table."`
}

func main() { command.Main(command.Parser("bench/client", &arguments{})) }

// row is one figure of one part, as its program prints it.
type row struct {
	Name    string `json:"name"`
	Measure string `json:"measure"`
	Value   string `json:"value"`
	Goal    string `json:"goal"`
	Met     bool   `json:"met"`
	// Exact is a figure that does not depend on the machine: a busy one excuses nothing.
	Exact bool `json:"exact"`
}

// Run measures and prints.
func (a arguments) Run() error {
	root, err := process.Root()
	if err != nil {
		return err
	}
	watch, err := machine.Begin()
	if err != nil {
		return err
	}
	var rows []row
	var absent []string
	for _, part := range a.Only {
		list, err := a.part(filepath.Join(root, "client"), part)
		if err != nil {
			absent = append(absent, fmt.Sprintf("%s: %v", part, err))
			continue
		}
		rows = append(rows, list...)
	}
	seen, err := watch.End()
	if err != nil {
		return err
	}
	if a.JSON {
		err = json.NewEncoder(os.Stdout).Encode(map[string]any{"rows": rows, "absent": absent, "machine": seen})
	} else {
		err = show(rows, absent, seen)
	}
	return errors.Join(err, judge(rows, absent, seen))
}

// part runs one program and reads its rows: the last line that it prints.
func (a arguments) part(dir, part string) ([]row, error) {
	switch part {
	case "bundle":
		return rowsOf(dir, "build/size.mjs", "--json")
	case "stage":
		return rowsOf(dir, "bench/stage.mjs", "--json")
	case "phone":
		return rowsOf(dir, "bench/stage.mjs", "--json", "--slow")
	}
	s, err := site.Start(context.Background(), a.Bin)
	if err != nil {
		return nil, err
	}
	rows, err := rowsOf(dir, "bench/lighthouse.mjs", s.Server.URL(), fmt.Sprint("--runs=", a.Runs), "--json")
	return rows, errors.Join(err, s.Close())
}

func rowsOf(dir, program string, args ...string) (rows []row, err error) {
	c := exec.Command("node", append([]string{program}, args...)...)
	c.Dir = dir
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	ended := c.Run() // with 1 when a goal is missed: the rows say which
	text := bytes.TrimSpace(out.Bytes())
	if err := json.Unmarshal(text[bytes.LastIndexByte(text, '\n')+1:], &rows); err != nil {
		return nil, fmt.Errorf("%s: %v: %w\n%s", program, ended, err, bytes.TrimSpace(said.Bytes()))
	}
	return rows, nil
}

func show(rows []row, absent []string, seen machine.Verdict) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		word := ""
		switch {
		case r.Goal != "" && r.Exact:
			word = machine.Verdict{}.Word(r.Met)
		case r.Goal != "":
			word = seen.Word(r.Met)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", r.Name, r.Measure, r.Value, r.Goal, word)
	}
	for _, part := range absent {
		fmt.Fprintf(w, "ABSENT\t%s\t\t\t\n", part)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Println(seen.Words)
	return err
}

// judge names what was missed. What is absent was not measured: the run has failed.
func judge(rows []row, absent []string, seen machine.Verdict) error {
	var exact, others, not []error
	for _, r := range rows {
		missed := fmt.Errorf("%s, %s: %s, wanted %s", r.Name, r.Measure, r.Value, r.Goal)
		switch {
		case r.Met || r.Goal == "":
		case r.Exact:
			exact = append(exact, missed)
		default:
			others = append(others, missed)
		}
	}
	for _, part := range absent {
		not = append(not, fmt.Errorf("absent: %s", part))
	}
	return errors.Join(command.With(machine.Missed, errors.Join(exact...)), errors.Join(not...),
		seen.Judge(errors.Join(others...)))
}
