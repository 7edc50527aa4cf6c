// Package settings shows and changes the settings of the house: the operator's command.
//
// It writes them to the database beside running servers, which read them within two seconds. A value is refused when it
// cannot be, when another setting does not go with it, when it would open a way to play that pays for itself (package
// economy), and when another operator has set something meanwhile. Each change is shown with what a day of a player
// costs the house before and after it. Some settings have forms, shorter ways to say a change (settings.Form), which
// count from now and leave the rest of what holds as it is. Deliberately absent: a way to do this over the network, and
// a change of anything that was already played.
package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox settings`.
type Command struct {
	operator.Database
	List    List    `cmd:"" help:"Every setting, what it is for, its version and who has set it."`
	Show    Show    `cmd:"" help:"What a setting says, whole; without a name, all of them."`
	Diff    Diff    `cmd:"" help:"What a file would change. Changes nothing."`
	Set     Set     `cmd:"" help:"Take what a JSON file says; what it leaves out is the standard. What list calls \"or set\" is a shorter way to say a change: maintenance '{\"for\":\"30m\"}'."`
	History History `cmd:"" help:"Versions of a setting, the newest first."`
	Restore Restore `cmd:"" help:"Set what an older version said; version 0 is the standard."`
	Return  Return  `cmd:"" help:"What a day of a player costs the house under the settings that hold, and which loops they leave open."`
}

// Steps of the command.
type (
	List struct{}
	Show struct {
		Name    string `arg:"" optional:"" help:"The setting."`
		Version *int64 `help:"An older version, as it was given; 0 is the standard."`
		Schema  bool   `help:"Print the JSON schema instead; without a name, of all settings."`
	}
	Diff struct {
		Name  string `arg:"" help:"The setting."`
		File  string `arg:"" help:"JSON file, - for standard input, or the JSON itself."`
		Patch bool   `help:"Lay the file over what was set before, field by field; what neither says is the standard."`
	}
	Set struct {
		operator.By
		Name    string `arg:"" help:"The setting."`
		File    string `arg:"" help:"JSON file, - for standard input, or the JSON itself."`
		Patch   bool   `help:"Lay the file over what was set before, field by field; what neither says is the standard."`
		Version *int64 `help:"The version that the file was made from: refused when another one holds."`
	}
	History struct {
		Name string `arg:"" help:"The setting."`
		Most int    `default:"20" help:"How many versions at most."`
	}
	Restore struct {
		operator.By
		Name    string `arg:"" help:"The setting."`
		Version int64  `arg:"" help:"The version; 0 for the standard."`
	}
	Return struct{}
)

// Run lists the settings.
func (List) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		now, err := db.Settings(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		for _, one := range registry.All {
			held := "standard"
			if v := now.Values[one.ID()]; v.Version > 0 {
				held = fmt.Sprintf("version %d, %s, %s", v.Version, v.At.UTC().Format(time.RFC3339), v.Author)
			}
			if _, err := one.JSONIn(now); err != nil {
				held += ", CANNOT BE READ"
			}
			about := one.About()
			if by := one.AddedBy(); by != "" {
				about += "; see " + by
			}
			for _, form := range one.Examples() {
				about += "; or set " + form
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", one.ID(), held, about)
		}
		return w.Flush()
	})
}

// Run shows what holds. What cannot be read does not hide the rest.
func (o Show) Run(ctx context.Context, s *operator.Session, c *Command) error {
	if o.Schema {
		return o.schema(s)
	}
	return s.With(ctx, c.Database, func(db operator.View) error {
		now, err := db.Settings(ctx)
		if err != nil {
			return err
		}
		if o.Name == "" {
			all := map[string]json.RawMessage{}
			var bad error
			for _, one := range registry.All {
				text, err := one.JSONIn(now)
				if err != nil {
					bad = errors.Join(bad, err)
					continue
				}
				all[one.ID()] = text
			}
			return errors.Join(tell(s, all), bad)
		}
		one, err := registry.Find(o.Name)
		if err != nil {
			return err
		}
		if o.Version != nil {
			text, err := version(ctx, db, o.Name, *o.Version)
			if err != nil {
				return err
			}
			if now = now.With(store.SettingVersion{Name: o.Name, Value: text}); text != nil {
				return tell(s, json.RawMessage(text))
			}
		}
		text, err := one.JSONIn(now)
		if err != nil {
			return err
		}
		if err := tell(s, text); err != nil {
			return err
		}
		if told := one.Told(now, s.Now()); told != "" && o.Version == nil { // beside the JSON, which a pipe may take
			fmt.Fprintln(s.Err, told)
		}
		return nil
	})
}

// schema shows what a value may be, of all settings without a name.
func (o Show) schema(s *operator.Session) error {
	all := map[string]json.RawMessage{}
	for _, one := range registry.All {
		text, err := one.SchemaText()
		if err != nil {
			return err
		}
		all[one.ID()] = text
	}
	if o.Name == "" {
		return tell(s, all)
	}
	if _, err := registry.Find(o.Name); err != nil {
		return err
	}
	return tell(s, all[o.Name])
}

// Run tells what would change.
func (o Diff) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		d, err := prepare(ctx, s, db, o.Name, o.File, o.Patch)
		if err == nil {
			err = d.tell(s)
		}
		return err
	})
}

// Run sets a setting.
func (o Set) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, o.By, func(db operator.Ledger) error {
		set := fenced(o.Name, o.Version, func() (*change, error) {
			return prepare(ctx, s, db, o.Name, o.File, o.Patch)
		}, func(d *change) error { return d.set(ctx, s, db, o.Who(s.Now())) })
		if o.File == "-" { // standard input is read once
			return set()
		}
		return settings.Again(set)
	})
}

// fenced prepares a change and sets it, unless another version of its setting holds than expected, nil for the one that
// the first call finds. Called again, it refuses what another operator has set meanwhile; another setting that was
// written only asks for another check beside it.
func fenced(name string, expected *int64, prepare func() (*change, error), set func(*change) error) func() error {
	return func() error {
		d, err := prepare()
		if err != nil {
			return err
		}
		held := d.Now.Values[name].Version
		if expected != nil && *expected != held {
			return fmt.Errorf("%w: version %d of %s holds, not %d: see jadebox settings history %s",
				settings.ErrStale, held, name, *expected, name)
		}
		expected = &held
		return set(d)
	}
}

// Validate implements kong's.
func (o History) Validate() error {
	if o.Most < 1 {
		return errors.New("--most: 1 or more")
	}
	return nil
}

// Run tells the versions.
func (o History) Run(ctx context.Context, s *operator.Session, c *Command) error {
	if _, err := registry.Find(o.Name); err != nil {
		return err
	}
	return s.With(ctx, c.Database, func(db operator.View) error {
		list, err := db.SettingHistory(ctx, o.Name, o.Most)
		if err != nil {
			return err
		}
		for _, v := range list {
			text := []byte("the standard")
			if v.Value != nil {
				text = v.Value
			}
			s.Printf("%d\t%s\t%s\t%s\t%s\n", v.Version, v.At.UTC().Format(time.RFC3339), operator.OneLine(v.Author),
				operator.OneLine(v.Note), oneLine(text))
		}
		return nil
	})
}

// Run sets what an older version said, unless a newer one was set since it was read.
func (o Restore) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, o.By, func(db operator.Ledger) error {
		one, err := registry.Find(o.Name)
		if err != nil {
			return err
		}
		text, err := version(ctx, db, o.Name, o.Version)
		if err != nil {
			return err
		}
		who := o.Who(s.Now())
		if who.Note == "" {
			who.Note = fmt.Sprintf("version %d again", o.Version)
		}
		return settings.Again(fenced(o.Name, nil, func() (*change, error) {
			return changeOf(ctx, db, one, func(*store.SettingsNow) ([]byte, error) { return text, nil })
		}, func(d *change) error { return d.set(ctx, s, db, who) }))
	})
}

const historyMost = 1 << 20

// version is what a version said as it was given; nil is the standard.
func version(ctx context.Context, db operator.View, name string, number int64) ([]byte, error) {
	if number == 0 {
		return nil, nil
	}
	list, err := db.SettingHistory(ctx, name, historyMost)
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		if v.Version == number {
			return v.Value, nil
		}
	}
	return nil, fmt.Errorf("%s has no version %d", name, number)
}

// change is told before it is set.
type change struct{ *registry.Change }

func prepare(ctx context.Context, s *operator.Session, db operator.View, name, path string, patch bool) (*change,
	error) {
	one, err := registry.Find(name)
	if err != nil {
		return nil, err
	}
	text, err := s.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(text) == 0 || string(text) == "null" { // a pipe that broke must not give the standard
		return nil, fmt.Errorf(
			"%w: nothing is in %s; the standard holds again by: settings restore %s 0", settings.ErrText,
			path, name)
	}
	return changeOf(ctx, db, one, func(now *store.SettingsNow) ([]byte, error) {
		if made, err := one.Formed(text, now, s.Now()); made != nil || err != nil {
			return made, err
		}
		said := text
		if patch {
			if said, err = one.Patch(text, now); err != nil {
				return nil, err
			}
		}
		return said, one.Literal(said) // of the whole: a zero beside what is stored may mean something else
	})
}

func changeOf(ctx context.Context, db operator.View, one settings.Any, text func(*store.SettingsNow) ([]byte,
	error)) (*change, error) {
	c, err := registry.Prepare(ctx, db, one, text)
	return &change{c}, err
}

// ErrCommand is an order that another command gives.
var ErrCommand = errors.New("takes no order this way, which would not tell what it gives")

// set writes the change and prints what holds then.
func (d *change) set(ctx context.Context, s *operator.Session, db operator.Ledger, who settings.Who) error {
	if by := d.Setting.AddedBy(); by != "" && d.Setting.Adds(d.Now, d.Next) {
		if _, err := d.Setting.JSONIn(d.Now); err != nil {
			by += ", after settings restore " + d.Setting.ID() + " 0, since what is there cannot be read"
		}
		return fmt.Errorf("%s %w: see %s", d.Setting.ID(), ErrCommand, by)
	}
	if err := d.tell(s); err != nil {
		return err
	}
	if err := operator.AboveSetting(ctx, db, d.Setting.ID()); err != nil {
		return err
	}
	done, err := d.Put(ctx, db, who)
	if err == nil {
		s.Printf("%s%s is set: version %d, by %s\n", done, d.Setting.ID(), done.Version, who.Author)
		if told := d.Setting.Told(d.Next, s.Now()); told != "" {
			s.Printf("%s\n", told)
		}
		s.InForce()
	}
	return err
}

// tell prints the value before and after, line by line.
func (d *change) tell(s *operator.Session) error {
	before := "cannot be read\n"
	if text, err := d.Setting.JSONIn(d.Now); err == nil {
		before = indented(text)
	}
	text, err := d.Setting.JSONIn(d.Next)
	if err != nil {
		return err
	}
	s.Printf("%s", lines(before, indented(text)))
	return TellReturn(s, d.Change)
}

func indented(text []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, text, "", "  ") != nil {
		return string(text) + "\n"
	}
	return b.String() + "\n"
}

func oneLine(text []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return fmt.Sprintf("%q", text)
	}
	return b.String()
}

func tell(s *operator.Session, now any) error {
	text, err := json.MarshalIndent(now, "", "  ")
	if err == nil {
		s.Printf("%s\n", text)
	}
	return err
}
