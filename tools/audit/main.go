package audit

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"text/tabwriter"

	"jadebox/store/embedded"
	"jadebox/store/postgres"
)

// Main is the command: audit --data DIR | --database-url URL [--json]. It answers 0 when everything holds, 1 on
// violations, 2 when it could not look.
func Main(args []string, out io.Writer) int {
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	flags.SetOutput(out)
	data := flags.String("data", os.Getenv("JADEBOX_DATA"), "data directory of an embedded server, running or not")
	url := flags.String("database-url", os.Getenv("JADEBOX_DATABASE_URL"), "PostgreSQL server")
	asJSON := flags.Bool("json", false, "print the report as JSON")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	report, err := run(context.Background(), *data, *url)
	if err != nil {
		fmt.Fprintln(out, "audit:", err)
		return 2
	}
	if *asJSON {
		e := json.NewEncoder(out)
		e.SetIndent("", "  ")
		err = e.Encode(report)
	} else {
		err = report.Print(out)
	}
	switch {
	case err != nil:
		return 2
	case !report.OK():
		return 1
	}
	return 0
}

func run(ctx context.Context, data, url string) (*Report, error) {
	if url == "" {
		if data == "" {
			return nil, fmt.Errorf("give --data or --database-url")
		}
		dsn, running := embedded.RunningDSN(data)
		if !running {
			if _, err := os.Stat(data); err != nil {
				return nil, err
			}
			server, err := embedded.Start(ctx, embedded.Options{DataDir: data})
			if err != nil {
				return nil, err
			}
			defer server.Stop()
			dsn = server.DSN()
		}
		url = dsn
	}
	return CheckDSN(ctx, url, Options{})
}

// CheckDSN is Check on a database, without writing to it.
func CheckDSN(ctx context.Context, dsn string, opt Options) (*Report, error) {
	db, err := postgres.Inspect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return Check(ctx, db, opt)
}

// Print writes the report as a table.
func (r *Report) Print(out io.Writer) error {
	scope := "since the last pass"
	if r.Full {
		scope = "everything"
	}
	fmt.Fprintf(out, "audit of %s: %d ops, %d accounts, %d items, %d rooms, %d results in %d ms\n\n", scope, r.Ops, r.Accounts, r.Items, r.Rooms, r.Results, r.TookMS)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, i := range slices.Sorted(maps.Keys(names)) {
		verdict := "holds"
		if why, skipped := r.Skipped[i]; skipped {
			verdict = "not checked: " + why
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
