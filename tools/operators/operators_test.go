package operators_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	named "jadebox/actors/operators"
	orders "jadebox/actors/rewards/props"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/grant"
	"jadebox/tools/operator"
	"jadebox/tools/operator/operatortest"
	"jadebox/tools/operators"
	"jadebox/tools/players"
	"jadebox/tools/props"
	"jadebox/tools/rain"
	"jadebox/tools/settings"
)

// commands are those of a site's operators, as the main has them.
type commands struct {
	Operators operators.Command `cmd:""`
	Approve   operators.Approve `cmd:""`
	Props     props.Command     `cmd:""`
	Rain      rain.Command      `cmd:""`
	Players   players.Command   `cmd:""`
	Settings  settings.Command  `cmd:""`
	Grant     grant.Command     `cmd:""`
}

var noon = time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)

// site is a store with an account, and operators' keys in a directory.
type site struct {
	*testing.T
	db  store.Engine
	dir string
	now time.Time
}

func newSite(t *testing.T) *site {
	s := &site{T: t, dir: t.TempDir(), now: noon}
	s.db = memory.New(memory.Options{Clock: func() time.Time { return s.now }})
	who := store.NewPlayer{Name: "Player1", SpreadCode: "a", At: noon}
	if _, err := s.db.Register(t.Context(), who, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

// run runs a line; a word that ends in .key is a file of the site's directory.
func (s *site) run(line string) (string, error) {
	s.Helper()
	words := strings.Fields(line)
	if strings.Contains(line, "--operator-key") && !strings.Contains(line, "--note") && words[0] != "players" &&
		words[0] != "approve" { // which have none
		words = append(words, "--note", "asked")
	}
	for i, w := range words {
		if strings.HasSuffix(w, ".key") {
			words[i] = filepath.Join(s.dir, w)
		}
	}
	s.now = s.now.Add(time.Second)
	return operatortest.Run(s.Context(), &commands{}, s.db, s.now, "", words...)
}

func (s *site) must(line string) string {
	s.Helper()
	out, err := s.run(line)
	if err != nil {
		s.Fatalf("%s: %v", line, err)
	}
	return out
}

// refuses runs a line that must change nothing.
func (s *site) refuses(line string, why error) {
	s.Helper()
	before := s.journal()
	out, err := s.run(line)
	if err == nil || why != nil && !errors.Is(err, why) {
		s.Errorf("%s: %v, not %v: %s", line, err, why, out)
	}
	if after := s.journal(); after != before {
		s.Errorf("%s: %d ops were committed", line, after-before)
	}
}

// journal is how many ops there are.
func (s *site) journal() (n int) {
	s.Helper()
	view, err := s.db.(store.Auditable).Snapshot(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	defer view.Close()
	if err := view.JournalAfter(s.Context(), nil, func(*store.JournalEntry) error { n++; return nil }); err != nil {
		s.Fatal(err)
	}
	return n
}

// ordered are the gifts that are ordered.
func (s *site) ordered() int {
	s.Helper()
	o, err := orders.OrdersSetting.Read(s.Context(), s.db)
	if err != nil {
		s.Fatal(err)
	}
	return len(o.Orders)
}

const ana, bob = " --as ana --operator-key ana.key", " --as bob --operator-key bob.key"

// staffed has two operators.
func staffed(t *testing.T) *site {
	s := newSite(t)
	s.must("operators add ana --file ana.key")
	s.must("operators add bob --file bob.key" + ana)
	return s
}

func TestTheFirstOperatorIsAddedByNobodyElseAndTheNextByOneOfThem(t *testing.T) {
	s := newSite(t)
	s.refuses("operators add eve --file eve.key --as ana", named.ErrNobody)
	s.refuses("operators add e --file eve.key", named.ErrName)
	s.must("operators add ana --file ana.key")
	about, err := os.Stat(filepath.Join(s.dir, "ana.key"))
	if err != nil || about.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", about.Mode(), err)
	}
	s.refuses("operators add bob --file bob.key", nil)
	s.refuses("operators add bob --file bob.key --as bob --operator-key ana.key", named.ErrNobody)
	if _, err := os.Stat(filepath.Join(s.dir, "bob.key")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the key of nobody: %v", err)
	}
	made := strings.Fields(s.must("operators key bob.key"))
	s.must("operators add bob --public " + made[len(made)-1] + ana)
	s.refuses("operators add ana --file again.key"+bob, nil)
	s.must("operators retire ana" + bob)
	s.refuses("operators retire bob"+bob, nil) // no operator would be left
	s.refuses("operators add eve --file eve.key"+ana, named.ErrNobody)
	out := s.must("operators list")
	if strings.Count(out, "operator") != 2 || !strings.Contains(out, "ana  retired") {
		t.Errorf("%s", out)
	}
}

func TestASiteWithOperatorsTakesNoActWithoutTheKeyOfOne(t *testing.T) {
	s := newSite(t)
	const act = "players end-sessions Player1 --reason asked"
	s.must(act) // a demo without operators takes the author's word
	s.must("operators add ana --file ana.key")
	s.must("operators add bob --file bob.key" + ana)
	s.refuses(act, nil)
	s.refuses(act+" --as ana", nil)
	s.refuses(act+" --as ana --operator-key bob.key", named.ErrSignature)
	s.refuses(act+" --as eve --operator-key ana.key", named.ErrNobody)
	s.refuses("settings set props {} --as ana", nil)
	s.refuses("grant streamer Player1", nil)
	s.must(act + ana)
	s.must("grant streamer Player1" + bob)
	s.must("operators retire bob" + ana)
	s.refuses(act+bob, named.ErrNobody)
	if err := os.Chmod(filepath.Join(s.dir, "ana.key"), 0o640); err != nil {
		t.Fatal(err)
	}
	s.refuses(act+ana, nil) // others may read the key
}

// The reason stands in the command that is signed, or is the one that the command takes in a way of its own.
func TestEveryActOfAnOperatorHasAReason(t *testing.T) {
	s := newSite(t)
	s.must("grant streamer Player1") // a demo without operators is asked for none
	s.must("operators add ana --file ana.key")
	for _, note := range []string{" --note=", " --note=\u200b", " --note=\u3164", " --note=---"} {
		for _, act := range []string{"grant --revoke streamer Player1", "settings set props {}",
			"operators retire ana"} {
			s.refuses(act+ana+note, operator.ErrReason)
		}
	}
	s.refuses("players end-sessions Player1 --reason="+ana, operator.ErrReason)
	s.must("players end-sessions Player1 --reason=asked" + ana)
	s.must("grant --revoke streamer Player1 --note=moved" + ana)
	roster, err := named.ReadRoster(t.Context(), named.FromLedger(s.db))
	if err != nil || roster.Empty() {
		t.Fatalf("%v", err)
	}
	view, err := s.db.(store.Auditable).Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	told := 0
	if err := view.JournalAfter(t.Context(), nil, func(e *store.JournalEntry) error {
		if strings.Contains(string(e.Result), "--note=moved") {
			told++
		}
		return nil
	}); err != nil || told != 1 {
		t.Errorf("%d ops tell the reason, %v", told, err)
	}
}

func TestEachActOfAnOperatorIsSignedInTheJournal(t *testing.T) {
	s := staffed(t)
	s.must("players end-sessions Player1 --reason asked" + ana)
	s.must("settings set limits {}" + bob)
	s.must("grant streamer Player1" + bob)
	from := named.FromLedger(s.db)
	roster, err := named.ReadRoster(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	view, err := s.db.(store.Auditable).Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	signed := map[string]string{}
	if err := view.JournalAfter(t.Context(), nil, func(e *store.JournalEntry) error {
		a, err := named.Verify(t.Context(), from, roster, &e.OpRecord)
		if err == nil {
			signed[e.Kind] = a.Operator + ": " + strings.Join(a.Command[:2], " ")
		} else if !errors.Is(err, named.ErrUnsigned) {
			t.Errorf("%s: %v", e.Kind, err)
		}
		for _, word := range a.Command {
			if strings.Contains(word, s.dir) || strings.Contains(word, "operator-key") {
				t.Errorf("the journal says where a key is: %q", a.Command)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]string{"player.support": "ana: players end-sessions",
		store.KindRules: "bob: settings set", named.KindRoles: "bob: grant streamer"} {
		if signed[kind] != want {
			t.Errorf("%s: %q, not %q", kind, signed[kind], want)
		}
	}
}

func TestWhatIsWorthMoreThanTheLimitWaitsForASecondOperator(t *testing.T) {
	s := staffed(t)
	s.must(`settings set operators.secondAbove {"cents":1000}` + ana)
	s.must("props give Player1 --gems 9.50" + ana)
	if n := s.ordered(); n != 1 {
		t.Fatalf("%d gifts", n)
	}
	if out := s.must("props give Player1 --gems 20" + ana); !strings.Contains(out, "request 1") || s.ordered() != 1 {
		t.Fatalf("%d gifts: %s", s.ordered(), out)
	}
	if out := s.must("operators list"); !strings.Contains(out, "request 1 by ana waits") {
		t.Errorf("%s", out)
	}
	s.refuses("approve 1"+ana, named.ErrSame)
	s.refuses("approve 1", nil)
	s.refuses("approve 2"+bob, store.ErrNotFound)
	if out := s.must("approve 1" + bob); s.ordered() != 2 {
		t.Fatalf("%d gifts: %s", s.ordered(), out)
	}
	s.refuses("approve 1"+bob, named.ErrApproved)
	if held, err := s.db.SettingHistory(t.Context(), orders.OrdersSetting.Name, 1); err != nil ||
		held[0].Author != "ana" {
		t.Errorf("%+v, %v", held, err)
	}
	s.must("props give Player1 --gems 30" + ana)
	s.now = s.now.Add(named.AskFor)
	s.refuses("approve 2"+bob, named.ErrExpired)
	if n := s.ordered(); n != 2 {
		t.Errorf("%d gifts", n)
	}
}

func TestOneOperatorAloneNeitherMovesAReturnNorTheLimit(t *testing.T) {
	s := staffed(t)
	s.must(`settings set operators.secondAbove {"cents":1000}` + ana)
	file := filepath.Join(s.dir, "mall.json")
	if err := os.WriteFile(file, []byte(`{"markupPpm":40000}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for n, line := range []string{`settings set operators.secondAbove {"cents":0}`, "settings set mall " + file} {
		before, err := s.db.Settings(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if out := s.must(line + ana); !strings.Contains(out, "waits for a second operator") {
			t.Errorf("%s: %s", line, out)
		}
		if after, err := s.db.Settings(t.Context()); err != nil || after.Stamp != before.Stamp {
			t.Errorf("%s: set, %v", line, err)
		}
		if n == 1 { // what was read is what is approved, whatever the file says by then
			if err := os.WriteFile(file, []byte(`{"markupPpm":0}`), 0o600); err != nil {
				t.Fatal(err)
			}
			s.must("approve 2" + bob)
		}
	}
	if held, err := s.db.SettingHistory(t.Context(), "mall", 1); err != nil || len(held) != 1 ||
		string(held[0].Value) != `{"markupPpm":40000}` {
		t.Errorf("%+v, %v", held, err)
	}
	s.must("settings set limits {}" + ana) // moves nothing
	s.must("rain start --pool-gems 5" + ana)
	if out := s.must("rain cancel" + ana); !strings.Contains(out, "1 orders are taken back") {
		t.Errorf("what was ordered is taken back by one operator: %s", out)
	}
}

func TestOneOperatorAloneMakesNoSecondOneAndIsNeverTheOnlyOneLeft(t *testing.T) {
	const act, sock = "players end-sessions Player1 --reason asked", " --as sock --operator-key sock.key"
	s := staffed(t)
	s.must(`settings set operators.secondAbove {"cents":1000}` + ana)
	s.refuses("operators add sock --file other.key"+ana, nil)
	if _, err := os.Stat(filepath.Join(s.dir, "other.key")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the key of nobody: %v", err)
	}
	made := strings.Fields(s.must("operators key sock.key"))
	for n, line := range []string{"operators add sock --public " + made[len(made)-1], "operators retire bob"} {
		if out := s.must(line + ana); !strings.Contains(out, fmt.Sprintf("request %d waits", n+1)) {
			t.Errorf("%s: %s", line, out)
		}
	}
	s.refuses(act+sock, named.ErrNobody)
	s.must(act + bob)
	s.refuses("approve 1"+ana, named.ErrSame)
	s.must("approve 1" + bob)
	s.must(act + sock)
	s.must("operators retire sock" + ana) // of three, a stolen key goes at once
	s.refuses(act+sock, named.ErrNobody)
	s.must("approve 2" + bob)
	s.refuses(act+bob, named.ErrNobody)
	s.must("operators add cyd --file cyd.key" + ana) // no other operator can approve
}

func TestWhoApprovesIsShownAllThatIsAskedForAsItIs(t *testing.T) {
	s := staffed(t)
	s.must(`settings set operators.secondAbove {"cents":1000}` + ana)
	file := filepath.Join(s.dir, "mall.json")
	const text = "{\n\"markupPpm\":40000}"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.must("settings set --note=a\u202eb mall " + file + ana)
	out := s.must("operators show 1")
	for _, want := range []string{"request 1 by ana at 2026-11-27T12:00:", "what has no amount",
		`settings set "--note=a\u202eb" mall`, "\t{\n", "\t\"markupPpm\":40000}\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not shown: %s", want, out)
		}
	}
	s.must("props give Player1 --gems 20" + ana)
	if out := s.must("operators show 2"); !strings.Contains(out, "what is worth 2000 cents") {
		t.Errorf("%s", out)
	}
	s.refuses("operators show 3", store.ErrNotFound)
}

func TestWhatOneDoesAloneInADayWaitsForASecondOperatorAboveItsLimit(t *testing.T) {
	s := staffed(t)
	s.refuses(`settings set operators.secondAbove {"cents":1000,"dayCents":999}`+ana, nil)
	s.must(`settings set operators.secondAbove {"cents":1000,"dayCents":1500}` + ana)
	s.must("props give Player1 --gems 9.50" + ana)
	if out := s.must("props give Player1 --gems 5.51" + ana); !strings.Contains(out, "request 1") || s.ordered() != 1 {
		t.Fatalf("%d gifts: %s", s.ordered(), out)
	}
	s.must("props give Player1 --gems 5.50" + ana) // just the limit
	s.must("props give Player1 --gems 9.50" + bob) // whose own day it is
	s.must("approve 1" + bob)                      // which is no act of bob's alone
	s.must("props give Player1 --gems 5.50" + bob)
	if n := s.ordered(); n != 5 {
		t.Errorf("%d gifts", n)
	}
	if out := s.must("props give Player1 --gems 0.02" + bob); !strings.Contains(out, "request 2") {
		t.Errorf("%s", out)
	}
	s.now = s.now.Add(12 * time.Hour)
	s.must("props give Player1 --gems 9.50" + ana)
	if n := s.ordered(); n != 1 { // those of yesterday are over
		t.Errorf("%d gifts", n)
	}
}

func TestTheDayOfAnOperatorWithTheLongestNameIsCounted(t *testing.T) {
	s, name := newSite(t), strings.Repeat("安", 32)
	as := " --as " + name + " --operator-key long.key"
	s.must("operators add " + name + " --file long.key")
	s.must(`settings set operators.secondAbove {"cents":1000,"dayCents":1500}` + as)
	s.must("props give Player1 --gems 9.50" + as)
	if out := s.must("props give Player1 --gems 9.50" + as); !strings.Contains(out, "request 1") || s.ordered() != 1 {
		t.Errorf("%d gifts: %s", s.ordered(), out)
	}
}

func TestARequestRunsNothingButActs(t *testing.T) {
	s := staffed(t)
	roster, err := named.ReadRoster(t.Context(), named.FromLedger(s.db))
	if err != nil {
		t.Fatal(err)
	}
	key, err := operator.ReadKey(filepath.Join(s.dir, "ana.key"))
	if err != nil {
		t.Fatal(err)
	}
	for n, command := range [][]string{{"backup", "--to", "elsewhere"}, {}} {
		forged := named.Acting{Roster: roster, By: named.Signer{Name: "ana", Key: key}, Command: command, Worth: 1,
			Now: func() time.Time { return s.now }}
		if _, err := forged.Wait(t.Context(), s.db, nil); err != nil {
			t.Fatal(err)
		}
		s.refuses(fmt.Sprintf("approve %d%s", n+1, bob), operator.ErrNoAct)
	}
}

// live is the store of a live site.
type live struct{ store.Engine }

func (live) Mode(context.Context) (store.Mode, error) { return store.ModeLive, nil }

func TestALiveSiteIsActedOnByItsOperatorsAlone(t *testing.T) {
	s := newSite(t)
	s.db = live{s.db}
	_, err := s.run("players end-sessions Player1 --reason asked --as ana")
	if !errors.Is(err, operator.ErrFirst) {
		t.Errorf("%v", err)
	}
	s.must("players show Player1")
	s.must("operators add ana --file ana.key")
	s.must("players end-sessions Player1 --reason asked" + ana)
}
