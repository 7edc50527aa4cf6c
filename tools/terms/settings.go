package terms

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/terms"
	"jadebox/actors/shop/catalog"
	"jadebox/server/realname"
	"jadebox/server/site"
)

// others are the terms that have an owner of their own: each is read, and refused, by him.
var others = []other{
	otherOf(vip.TermsSetting, func(ctx context.Context, from terms.Settings) (vip.Terms, error) { return vip.Load(ctx, from) }),
	otherOf(promotion.TermsSetting, func(ctx context.Context, from terms.Settings) (promotion.Terms, error) {
		return promotion.Load(ctx, from)
	}),
	otherOf(prize.Setting, func(ctx context.Context, from terms.Settings) (prize.Terms, error) {
		var b prize.Book
		err := b.Load(ctx, from)
		return b.Terms(), err
	}),
	otherOf(season.Setting, func(ctx context.Context, from terms.Settings) (season.Terms, error) { return season.Load(ctx, from) }),
	otherOf(taskbox.Setting, func(ctx context.Context, from terms.Settings) (taskbox.Terms, error) {
		return taskbox.Load(ctx, from, prize.Standard())
	}),
	otherOf(period.Setting, func(ctx context.Context, from terms.Settings) (string, error) {
		loc, err := period.Read(ctx, from)
		if err != nil {
			return "", err
		}
		return loc.String(), nil
	}),
	otherOf(sign.Setting, func(ctx context.Context, from terms.Settings) (sign.Terms, error) { return sign.Load(ctx, from) }),
	otherOf(benefit.Setting, func(ctx context.Context, from terms.Settings) (benefit.Terms, error) { return benefit.Load(ctx, from) }),
	otherOf(limits.Setting, func(ctx context.Context, from terms.Settings) (limits.Terms, error) { return limits.Load(ctx, from) }),
	otherOf(site.Setting, func(ctx context.Context, from terms.Settings) (site.Frame, error) { return site.Read(ctx, from) }),
	otherOf(realname.TermsSetting, func(ctx context.Context, from terms.Settings) (realname.Terms, error) {
		return realname.LoadTerms(ctx, from)
	}),
}

type other struct {
	name  string
	read  func(context.Context, terms.Settings) (any, error)
	known func(text []byte) error // no field that the owner does not know: a slip would hold as the standard
}

func otherOf[T any](name string, load func(context.Context, terms.Settings) (T, error)) other {
	return other{name,
		func(ctx context.Context, from terms.Settings) (any, error) { return load(ctx, from) },
		func(text []byte) error {
			d := json.NewDecoder(bytes.NewReader(text))
			d.DisallowUnknownFields()
			return d.Decode(new(T))
		}}
}

// said is a store that says one thing, so that an owner can be asked about a text before it is written.
type said []byte

func (s said) Setting(context.Context, string) ([]byte, error) { return s, nil }

// set takes what a file says of one setting.
func set(ctx context.Context, db Settings, name, path string, out io.Writer) error {
	n := slices.IndexFunc(others, func(o other) bool { return o.name == name })
	if n < 0 {
		return fmt.Errorf("there is no setting %q\n%s", name, usage)
	}
	text, err := read(path)
	if err == nil {
		err = others[n].known(text)
	}
	if err == nil {
		_, err = others[n].read(ctx, said(text))
	}
	if err == nil && name == season.Setting {
		err = promise(ctx, db, text, out)
	}
	if err == nil {
		err = db.PutSetting(ctx, name, text)
	}
	if err != nil {
		return err
	}
	now, err := others[n].read(ctx, db)
	if err != nil {
		return err
	}
	return tell(out, now)
}

// promise holds the cycle of a season to the catalogue and commits it, before its terms hold.
func promise(ctx context.Context, db Settings, text []byte, out io.Writer) error {
	t, err := season.Load(ctx, said(text))
	if err != nil {
		return err
	}
	goods := catalog.New(db, time.Now)
	if _, ok := t.Cycle(); ok {
		err = goods.Load(ctx) // and every table is in the public log
	}
	var worth season.Worth
	if err == nil {
		worth, err = t.Audit(goods)
	}
	var p season.Promise
	if err == nil {
		p, err = season.Publish(ctx, db, t, time.Now())
	}
	if err == nil && p.Hash != "" {
		_, err = fmt.Fprintf(out, "cycle %s of %d nights, committed %s; a night is worth %.2f gems on average, %.2f at the least and %.2f at the most (%d %% apart are allowed)\n",
			p.Hash, season.Nights, time.UnixMilli(p.AtMS).UTC().Format(time.RFC3339), worth.Mean/100, worth.Least/100, worth.Most/100, season.WorthPPM/10_000)
	}
	return err
}

// show prints everything that holds. What cannot be read does not hide the rest.
func show(ctx context.Context, db Settings, out io.Writer) error {
	all := map[string]any{}
	now, err := terms.Read(ctx, db)
	if err == nil {
		all[terms.Setting] = now
	}
	for _, o := range others {
		now, bad := o.read(ctx, db)
		if bad == nil {
			all[o.name] = now
		}
		err = errors.Join(err, bad)
	}
	return errors.Join(tell(out, all), err)
}

func tell(out io.Writer, now any) error {
	text, err := json.MarshalIndent(now, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(out, "%s\n", text)
	}
	return err
}

const fileBytes = 64 << 10

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, fileBytes+1))
	if err == nil && len(text) > fileBytes {
		err = fmt.Errorf("%s is too long", path)
	}
	return text, err
}
