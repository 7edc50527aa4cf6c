package settings

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"jadebox/actors/settings"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/command"
	"jadebox/tools/operator/operatortest"
)

// A session at the command line: each step's output, exit code, and what holds afterwards.
func TestAnOperatorShowsChangesAndRestoresASetting(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	at := time.Date(2030, 5, 6, 7, 8, 9, 0, time.UTC)
	run := func(in string, args ...string) (string, int) {
		out, err := operatortest.Run(t.Context(), &Command{}, db, at, in, args...)
		if err != nil {
			out += err.Error()
		}
		return out, operatortest.ExitCode(err)
	}
	held := func() string {
		t.Helper()
		now, err := db.Settings(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s, err := registry.Find("vip")
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.JSONIn(now)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	const (
		one  = `{"levels":[{"needCents":700,"ratePpm":1000,"bonusCents":7}]}`
		two  = `{"levels":[{"needCents":800,"ratePpm":2000,"bonusCents":8}]}`
		loop = `{"levels":[{"needCents":1000,"ratePpm":190000,"bonusCents":5}]}`
	)
	standard := held()
	for _, c := range []struct {
		in    string
		args  string
		code  int
		want  []string
		holds string
	}{
		{args: "list", want: []string{"vip", "standard", "what a VIP level asks and gives"}},
		{args: "show vip", want: []string{`"needCents": 1000`}},
		{args: "show vip --schema", want: []string{`"needCents"`, `"type"`}},
		{args: "show --schema", want: []string{`"vip"`, `"site.zone"`, `"needCents"`, `"type"`}},
		{args: "show nobody --schema", code: command.Failed, want: []string{"no such setting"}},
		{args: "show", want: []string{`"vip"`, `"site.zone"`}},
		{args: "show nobody", code: command.Failed, want: []string{"no such setting"}},
		{args: "return", want: []string{"VIP share", "recharge, and open boxes", "plays with 1000",
			"once for a player: real name", "one player a week gains", "100 accounts at joining",
			"lucky cards when the best are left: a round brings 9"}},
		{in: one, args: "diff vip -", want: []string{`+ `, `"needCents": 700`, "VIP share", "0.20 -> 0.08",
			"of what is played with"}, holds: standard},
		{in: one, args: "set vip - --as ana --note why", want: []string{"version 1, by ana", "0.20 -> 0.08"},
			holds: one},
		{in: two, args: "set vip - --version 0", code: command.Failed, want: []string{"version 1 of vip holds"},
			holds: one},
		{in: two, args: "set vip - --version 1 --as bob", want: []string{"version 2, by bob"}, holds: two},
		{in: `{"levels":[]}`, args: "set vip -", code: command.Failed, want: []string{"1 to 10 levels"}, holds: two},
		{in: `{"level":[]}`, args: "set vip -", code: command.Failed, want: []string{"unknown field"}, holds: two},
		{in: "{", args: "set vip -", code: command.Failed, holds: two},
		{in: "", args: "set vip -", code: command.Failed,
			want: []string{"nothing is in -", "restore vip 0"}, holds: two},
		{in: "null", args: "set --patch vip -", code: command.Failed, want: []string{"nothing is in -"}, holds: two},
		{in: `{"levels":[{"needCents":1,"NEEDCENTS":2}]}`, args: "set vip -", code: command.Failed,
			want: []string{`"NEEDCENTS" is there twice`}, holds: two},
		{in: `{"levels":[],"levels":[]}`, args: "set --patch vip -", code: command.Failed,
			want: []string{`"levels" is there twice`}, holds: two},
		{in: loop, args: "set vip -", code: command.Failed, want: []string{"a profitable loop: recharge, and"},
			holds: two},
		{in: loop, args: "diff vip -", code: command.Failed, want: []string{"a profitable loop"}, holds: two},
		{args: "list", want: []string{"version 2, 2030-05-06T07:08:09Z, bob"}},
		{args: "history vip", want: []string{"2\t2030-05-06T07:08:09Z\tbob\t\t" + two +
			"\n1\t2030-05-06T07:08:09Z\tana\twhy\t" + one}},
		{args: "history nobody", code: command.Failed},
		{args: "restore vip 1 --as eve", want: []string{"version 3, by eve"}, holds: one},
		{args: "show vip --version 2", want: []string{`"needCents": 800`}},
		{args: "restore vip 9", code: command.Failed, want: []string{"no version 9"}, holds: one},
		{args: "restore vip 0", want: []string{"version 4"}, holds: standard},
		{in: `{"markupPpm":40000}`, args: "set --patch mall -",
			want: []string{"what a day of a player costs stays as it is", "buy in the mall and sell"}},
		{in: `{"own":{"999999":{"priceCents":1999}}}`, args: "set mall -", code: command.Failed,
			want: []string{"item 999999: not in the catalogue"}},
		{in: `{"leastCents":200}`, args: "set --patch mall -", want: []string{"version 2"}},
		{args: "history mall", want: []string{"\t" + `{"leastCents":200,"markupPpm":40000}` + "\n",
			"\t" + `{"markupPpm":40000}` + "\n"}},
		{in: `{"drawPpm":1}`, args: "set --patch rates -", code: command.Failed, want: []string{"unknown field"}},
		{in: `{"upgrade":{"drawPpm":0,"leastPpm":0}}`, args: "set rates -", code: command.Failed,
			want: []string{"upgrade.drawPpm, upgrade.leastPpm: zero would be taken for the standard"}},
		{in: `{"pool":{"sharePpm":0}}`, args: "set rain -", want: []string{"rain is set"}},
		{in: `{"pool":{"leastCents":0,"mostCents":0}}`, args: "set --patch rain -", code: command.Failed,
			want: []string{"pool.leastCents, pool.mostCents, pool.sharePpm: zero would be taken for the standard"}},
		{args: "history vip --most=-1", code: command.Failed, want: []string{"--most"}},
		{args: "show vip --version=-2", code: command.Failed, want: []string{"no version -2"}},
		{in: one, args: "set vip - --version=-2", code: command.Failed, want: []string{"holds, not -2"}},
		{args: "history vip --most 2", want: []string{"version 1 again", "the standard"}},
		{args: "", code: command.Failed},
	} {
		out, code := run(c.in, strings.Fields(c.args)...)
		if code != c.code {
			t.Errorf("%q ends with %d, want %d: %s", c.args, code, c.code, out)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%q does not say %q:\n%s", c.args, want, out)
			}
		}
		if now := held(); c.holds != "" && now != c.holds {
			t.Errorf("after %q: %s holds, want %s", c.args, now, c.holds)
		}
	}
}

// overtaken is a store in which another operator sets a setting just before a change is written, as often as times
// says.
type overtaken struct {
	store.Engine
	name, value string
	times       int
}

func (o *overtaken) SetSetting(ctx context.Context, c store.SettingChange) (int64, error) {
	if o.times--; o.times < 0 {
		return o.Engine.SetSetting(ctx, c)
	}
	now, err := o.Settings(ctx)
	if err == nil {
		_, err = o.Engine.SetSetting(ctx, store.SettingChange{Name: o.name, Stamp: now.Stamp, Value: []byte(o.value),
			At: c.At, Author: "bob"})
	}
	if err != nil {
		return 0, err
	}
	return o.Engine.SetSetting(ctx, c)
}

func TestOfTwoSettingsSetAtOnceOneIsToldWhichOtherCameFirst(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	bob := &overtaken{db, "promotion", `{"sharePpm":5000}`, 9}
	_, err := operatortest.Run(t.Context(), &Command{}, bob, time.Unix(1, 0).UTC(), `{"markupPpm":90000}`, "set",
		"mall", "-")
	if !errors.Is(err, settings.ErrStale) ||
		err.Error() != `settings: changed meanwhile: version 1 of promotion by "bob": look at it, and try again` {
		t.Errorf("the change of mall: %v", err)
	}
	if list, err := db.SettingHistory(t.Context(), "mall", 9); err != nil || len(list) > 0 {
		t.Errorf("written all the same: %v, %v", list, err)
	}
}

// Another setting that is written meanwhile is no reason to refuse a change that goes with it, too. The same setting
// is: the author of the change has not seen what it says now.
func TestASettingIsSetBesideAnotherAndNotOverItsOwnNewerVersion(t *testing.T) {
	set := func(bob *overtaken) (string, error) {
		bob.Engine = memory.New(memory.Options{})
		defer bob.Engine.Close()
		if _, err := operatortest.Run(t.Context(), &Command{}, bob, time.Unix(1, 0).UTC(), "", "set", "mall",
			`{"markupPpm":90000}`); err != nil {
			return "", err
		}
		list, err := bob.Engine.SettingHistory(t.Context(), "mall", 9)
		return string(list[0].Value), err
	}
	held, err := set(&overtaken{name: "promotion", value: `{"sharePpm":5000}`, times: 2})
	if err != nil || !strings.Contains(held, "90000") {
		t.Errorf("beside another: %s, %v", held, err)
	}
	if held, err = set(&overtaken{name: "mall", value: `{"markupPpm":50000}`, times: 1}); !errors.Is(err,
		settings.ErrStale) {
		t.Errorf("over bob's: %s, %v", held, err)
	}
}

// A version that is named says what shall hold, not over what: another operator's newer one is not gone unseen.
func TestAVersionIsRestoredBesideAnotherSettingAndNotOverANewerVersion(t *testing.T) {
	restore := func(bob *overtaken) (held string, err error) {
		db := memory.New(memory.Options{})
		defer db.Close()
		for _, in := range []string{`{"markupPpm":90000}`, `{"markupPpm":80000}`} {
			if _, err := operatortest.Run(t.Context(), &Command{}, db, time.Unix(1, 0).UTC(), in, "set", "mall",
				"-"); err != nil {
				t.Fatal(err)
			}
		}
		bob.Engine = db
		_, refused := operatortest.Run(t.Context(), &Command{}, bob, time.Unix(1, 0).UTC(), "", "restore", "mall", "1")
		list, err := db.SettingHistory(t.Context(), "mall", 9)
		if err != nil {
			t.Fatal(err)
		}
		return string(list[0].Value), refused
	}
	held, err := restore(&overtaken{name: "promotion", value: `{"sharePpm":5000}`, times: 2})
	if err != nil || held != `{"markupPpm":90000}` {
		t.Errorf("beside another: %s holds, %v", held, err)
	}
	held, err = restore(&overtaken{name: "mall", value: `{"markupPpm":50000}`, times: 1})
	if !errors.Is(err, settings.ErrStale) || held != `{"markupPpm":50000}` ||
		!strings.Contains(err.Error(), "version 3 of mall holds, not 2") {
		t.Errorf("over bob's: %s holds, %v", held, err)
	}
}

// One setting that cannot be read hides nothing of what the others cost: it is named, and counts as the standard.
func TestTheReturnIsToldBesideASettingThatCannotBeRead(t *testing.T) {
	db := memory.New(memory.Options{})
	defer db.Close()
	told := func() string {
		t.Helper()
		out, err := operatortest.Run(t.Context(), &Command{}, db, time.Unix(1, 0).UTC(), "", "return")
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	standard := told()
	if _, err := db.SetSetting(t.Context(), store.SettingChange{Name: "promotion", Value: []byte(`{"sharePpm":"x"}`),
		At: time.Unix(1, 0).UTC(), Author: "bob"}); err != nil {
		t.Fatal(err)
	}
	first, rest, _ := strings.Cut(told(), "\n")
	if !strings.Contains(first, "setting promotion") || rest != standard {
		t.Errorf("%s\n%s", first, rest)
	}
	for _, c := range []struct {
		set, text   string
		want, never []string
	}{
		{"vip", `{"levels":[{"needCents":700,"ratePpm":1000,"bonusCents":7}]}`,
			[]string{"reckoned as the standard", "setting promotion", " -> "}, []string{"cannot be said"}},
		{"promotion", `{}`, []string{"reckoned as the standard", "setting promotion",
			"what a day of a player costs stays as it is"}, []string{" -> "}},
	} {
		out, err := operatortest.Run(t.Context(), &Command{}, db, time.Unix(2, 0).UTC(), c.text, "set", c.set, "-",
			"--note", "why")
		if err != nil {
			t.Errorf("%s: %v", c.set, err)
		}
		for _, w := range c.want {
			if !strings.Contains(out, w) {
				t.Errorf("set %s does not say %q: %s", c.set, w, out)
			}
		}
		for _, w := range c.never {
			if strings.Contains(out, w) {
				t.Errorf("set %s says %q: %s", c.set, w, out)
			}
		}
	}
}

// What is ordered is given, and only the command that orders it says what it is worth; but an order too many, or a list
// that cannot be read any more, is taken away like any setting.
func TestOrdersAreTakenAwayAndNotAddedAsASetting(t *testing.T) {
	for name, orders := range map[string][2]string{
		"rain.orders": {`{"id":"a","atMs":1,"poolCents":100}`, `{"id":"b","atMs":1,"poolCents":5}`},
		"props.orders": {`{"id":"a","atMs":1,"account":"x","defs":[],"prizes":[{"kind":"gems","num":100}]}`,
			`{"id":"b","atMs":1,"account":"x","defs":[],"prizes":[{"kind":"gems","num":5}]}`},
	} {
		db := memory.New(memory.Options{})
		defer db.Close()
		put := func(text string) {
			t.Helper()
			now, err := db.Settings(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.SetSetting(t.Context(), store.SettingChange{Name: name, Stamp: now.Stamp,
				Value: []byte(text), At: time.Unix(1, 0).UTC(), Author: "bob"}); err != nil {
				t.Fatal(err)
			}
		}
		holds := func() string {
			t.Helper()
			held, err := db.SettingHistory(t.Context(), name, 1)
			if err != nil || len(held) == 0 {
				return ""
			}
			return string(held[0].Value)
		}
		var told string
		run := func(in string, args ...string) (err error) {
			told, err = operatortest.Run(t.Context(), &Command{}, db, time.Unix(2, 0).UTC(), in,
				append(args, "--note", "why")...)
			return err
		}
		list := func(orders ...string) string { return `{"orders":[` + strings.Join(orders, ",") + `]}` }
		first, second := orders[0], orders[1]
		by := "jadebox " + strings.TrimSuffix(name, ".orders")
		for _, c := range []struct{ before, set string }{
			{"", list(first)}, {list(first), list(first, second)},
			{list(first), list(strings.Replace(first, "100", "900", 1))},
			{`{"orders":"x"}`, list(first)},
		} {
			if c.before != "" {
				put(c.before)
			}
			err := run(c.set, "set", name, "-")
			if !errors.Is(err, ErrCommand) || !strings.Contains(err.Error(), by) {
				t.Errorf("%s, set %s: %v", c.before, c.set, err)
			}
			unreadable := strings.Contains(c.before, "x\"}")
			if got := err != nil && strings.Contains(err.Error(), "settings restore "+name+" 0"); got != unreadable {
				t.Errorf("%s: the way out is told: %t, %v", c.before, got, err)
			}
			if got := holds(); got != c.before {
				t.Errorf("%s holds %s, want %s", name, got, c.before)
			}
		}
		put(list(first, second))
		if err := run(list(second), "set", name, "-"); err != nil || holds() != list(second) {
			t.Errorf("one is not taken away: %v, %s", err, holds())
		}
		put(`{"orders":"x"}`)
		if err := run("", "restore", name, "0"); err != nil || holds() != "" {
			t.Errorf("what cannot be read is not put right: %v, %s", err, holds())
		}
		if strings.Contains(told, "reckoned as the standard") {
			t.Errorf("%s costs nothing and is told as reckoned: %s", name, told)
		}
	}
}

// moving are, for each setting that the return depends on, a value that may be set by itself and moves it: a line of a
// day (" -> "), what a round of play brings ("; before"), or, where nothing is sold that it gives, none.
var moving = map[string]struct{ value, says string }{
	"activity":    {`{"leastCents":1}`, "stays as it is"},
	"benefit":     {`{"steps":[{"spentCents":700000,"rewardCents":70}]}`, " -> "},
	"eligibility": {`{"spentCents":3000}`, " -> "},
	"mall":        {`{"markupPpm":90000}`, "; before "},
	"pay":         {`{"ratePpm":900000}`, "; before "},
	"playthrough": {`{"multiplePpm":2000000}`, "; before "},
	"prizes":      {`{"fragmentPpm":2000000}`, " -> "},
	"promotion":   {`{"sharePpm":5000}`, " -> "},
	"props":       {`{"steps":[]}`, " -> "},
	"rain":        {`{"daily":["20:00"],"pool":{"sharePpm":1000,"leastCents":0,"mostCents":1000}}`, " -> "},
	"rates":       {`{"awardsCents":[100,50,20]}`, " -> "},
	"realname":    {`{"rewardCents":5}`, " -> "},
	"sign":        {`{"months":[]}`, " -> "},
	"tasks":       {`{"boxes":[]}`, " -> "},
	"vip":         {`{"levels":[{"needCents":700,"ratePpm":1000,"bonusCents":7}]}`, " -> "},
}

// Who sets a setting is told what that costs, or why it costs nothing, whichever it is; no row of moving is forgotten.
func TestEachSettingSaysWhenItIsSetWhatItDoesToTheReturn(t *testing.T) {
	for _, one := range registry.All {
		db := memory.New(memory.Options{})
		defer db.Close()
		args, says := []string{"restore", one.ID(), "0"}, "does not depend on "+one.ID()+": "+one.Costless()
		if row := moving[one.ID()]; one.Costless() == "" {
			args, says = []string{"set", one.ID(), row.value}, row.says
		}
		out, err := operatortest.Run(t.Context(), &Command{}, db, time.Unix(1, 0).UTC(), "", args...)
		if err != nil || says == "" || !strings.Contains(out, says) {
			t.Errorf("%q does not say %q: %v\n%s", args, says, err, out)
		}
	}
}
