package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"text/tabwriter"

	"jadebox/actors/runtime/siteclock"
	"jadebox/store/postgres"
	"jadebox/tools/command"
	"jadebox/tools/operator"
)

// Command is `jadebox audit`. It ends with 0 when everything holds, 1 on violations, 2 when it could not look.
type Command struct {
	operator.Database
	JSON       bool     `help:"Print the report as JSON."`
	Trial      bool     `help:"The site gives play money, as a demo does: its gifts are no violations."`
	LogKey     string   `name:"log-key" placeholder:"KEY" help:"Public key that the log must be signed with, as you remember it."`
	Checkpoint []string `placeholder:"FILE" type:"existingfile" help:"Signed head of the log that you remember, or the answer of /api/fair/log/checkpoint: the log must have begun so. Can be given often."`
}

// Run carries it out.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	opt := OfSite(c.Trial)
	opt.LogKey, opt.Archive = c.LogKey, c.Archive
	for _, name := range c.Checkpoint {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if note, held := checkpoint(text); held {
			opt.Checkpoints = append(opt.Checkpoints, note)
		}
	}
	var report *Report
	err := c.At(ctx, func(dsn string) (err error) {
		report, err = CheckDSN(ctx, dsn, opt)
		return err
	})
	if err == nil && c.JSON {
		e := json.NewEncoder(s.Out)
		e.SetIndent("", "  ")
		err = e.Encode(report)
	} else if err == nil {
		err = report.Print(s.Out)
	}
	if err == nil && !report.OK() {
		err = command.Exit(1)
	}
	return err
}

// checkpoint is a signed note, or that of an answer of /api/fair/log/checkpoint as it was saved. To the answer of an
// empty log nothing can be held, as every log has begun so; any other text is, or an empty file would pass.
func checkpoint(text []byte) (note string, held bool) {
	var answer struct {
		Data *struct {
			Checkpoint string `json:"checkpoint"`
			PublicKey  string `json:"publicKey"`
		} `json:"data"`
	}
	if json.Unmarshal(text, &answer) == nil && answer.Data != nil && answer.Data.PublicKey != "" {
		return answer.Data.Checkpoint, answer.Data.Checkpoint != ""
	}
	return string(text), true
}

// CheckDSN is Check on a database, without writing to it.
func CheckDSN(ctx context.Context, dsn string, opt Options) (*Report, error) {
	db, err := postgres.Inspect(ctx, dsn, opt.Archive)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if opt.Now == nil { // an auditor's machine says nothing of the site's time, which the seals are held to
		clock := siteclock.New(0)
		if err := clock.Beside(ctx, db); err != nil {
			return nil, err
		}
		opt.Now = clock.Now
	}
	return Check(ctx, db, opt)
}

// Print writes the report as a table.
func (r *Report) Print(out io.Writer) error {
	scope := "since the last pass"
	if r.Full {
		scope = "everything"
	}
	fmt.Fprintf(out, "audit of %s: %d ops, %d accounts, %d items, %d rooms, %d results in %d ms\n\n", scope, r.Ops,
		r.Accounts, r.Items, r.Rooms, r.Results, r.TookMS)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, i := range slices.Sorted(maps.Keys(names)) {
		verdict := "holds"
		if why, skipped := r.Skipped[i]; skipped {
			verdict = "not checked: " + why
		} else if i == Log && !r.Remembered { // the database has the key that signs another one
			verdict = "holds, by this database's own word: neither --checkpoint nor --log-key was given"
		}
		if n := r.Counts[i]; n > 0 {
			verdict = fmt.Sprintf("%d VIOLATIONS", n)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\n", int(i), i, verdict)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, v := range r.Violations {
		fmt.Fprintf(out, "  %d %s: %s\n", int(v.Invariant), v.Name, v.What)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(out, "  note:", n)
	}
	_, err := fmt.Fprintf(out, "\n%d violations\n", r.Total())
	return err
}
