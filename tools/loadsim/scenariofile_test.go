package loadsim

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadebox/tools/loadsim/fakeserver"
)

func scenarioIn(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "evening.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestAFileDealsItsWeightsToAnyNumberOfBots(t *testing.T) {
	o := Options{URL: "http://127.0.0.1:1", Bots: 100, Duration: 1, Think: -1, DataDir: "data"}
	o.Scenario = scenarioIn(t, `{"think": "2s", "stages": "1s:5", "expect": ["errors<1%"], "houseAccounts": true,
		"parts": [{"play": "open", "weight": 5}, {"play": "roll", "weight": 4, "think": "7s"}, {"play": "mall"}]}`)
	if err := o.check(); err != nil {
		t.Fatal(err)
	}
	dealt, first := map[role]int{}, map[role]int{}
	for i := range o.Bots {
		dealt[o.roleOf(i)]++
		if i < 10 {
			first[o.roleOf(i)]++
		}
	}
	if dealt[opener] != 50 || dealt[streamer] != 10 || dealt[entrant] != 30 || dealt[shopper] != 10 ||
		first[opener] != 5 || first[shopper] != 1 {
		t.Errorf("%v, the first ten %v", dealt, first)
	}
	if o.Think != 2*time.Second || o.Duration != time.Second || len(o.Expect) != 1 || o.scenarioName() != "evening" ||
		!o.enrols() {
		t.Errorf("%+v", o)
	}
	for i := range o.Bots {
		p := o.part(i)
		if think := p.Think; (think != nil) != (o.roleOf(i).game == "roll") {
			t.Fatalf("bot %d, %v: think %v", i, o.roleOf(i), think)
		}
	}
	for play, house := range map[string]bool{"open": false, "mall": true, "roll": true, "battle": false} {
		o := Options{URL: o.URL, Bots: 1, Duration: 1, Scenario: scenarioIn(t, `{"parts": [{"play": "`+play+`"}]}`)}
		if err := o.check(); (err != nil) != house {
			t.Errorf("%s without the house: %v", play, err)
		}
	}
}

func TestWhatIsNoScenarioIsRefusedWithItsPlace(t *testing.T) {
	for text, place := range map[string]string{
		``: "evening.json", `[]`: "evening.json", `{"parts": []}`: "/parts:",
		`{"parts": [{"play": "opne"}]}`:                               "/parts/0/play",
		`{"parts": [{"play": "open"}, {"play": "rooms"}]}`:            "/parts/1/play",
		`{"parts": [{"play": "open", "weight": 0}]}`:                  "/parts/0/weight",
		`{"parts": [{"play": "open", "weight": "two"}]}`:              "/parts/0/weight",
		`{"parts": [{"play": "open", "wieght": 2}]}`:                  "/parts/0/wieght",
		`{"parts": [{"play": "open", "think": "soon"}]}`:              "/parts/0/think",
		`{"parts": [{"play": "open", "think": "-1s"}]}`:               "/parts/0/think",
		`{"parts": [{"play": "open", "cheapest": 3}]}`:                "/parts/0/cheapest",
		`{"parts": [{"play": "open", "gemsCents": 3}]}`:               "/parts/0/gemsCents",
		`{"parts": [{"play": "pay", "gemsCents": -3}]}`:               "/parts/0/gemsCents",
		`{"parts": [{"play": "mall", "cheapest": 99}]}`:               "/parts/0/cheapest",
		`{"parts": [{"play": "channels", "channels": ["wish","x"]}]}`: "/parts/0/channels/1",
		`{"parts": [{"play": "open"}], "stages": "soon"}`:             "/stages",
		`{"parts": [{"play": "open"}], "expect": ["a<b","open"]}`:     "/expect/0",
		`{"parts": [{"play": "open"}]} {}`:                            "evening.json",
	} {
		path := scenarioIn(t, text)
		_, err := readScenario(path)
		if !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), place) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want %q", text, err, place)
		}
	}
	if _, err := readScenario(filepath.Join(t.TempDir(), "absent.json")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestAScenarioFromAFileIsPlayed(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	defer s.Close()
	o := options(s.URL, scenarioIn(t, `{"name": "two of three", "expect": ["box.open.count>=1", "battle.create.count>=1"],
		"parts": [{"play": "open", "weight": 2, "think": "1ms"}, {"play": "battle", "think": "1ms"}]}`))
	r := load(t, o)
	if r.Scenario != "two of three" || !r.OK() || !r.Met() || len(r.Expected) != 5 {
		t.Errorf("%s: %+v %+v", r.Scenario, r.Expected, r.Violations)
	}
}

func TestAccountsOfAnEarlierRunPlayAgain(t *testing.T) {
	s := fakeserver.New(fakeserver.Honest)
	o := options(s.URL, "open")
	o.Bots, o.Duration, o.Accounts = 6, 300*time.Millisecond, filepath.Join(t.TempDir(), "accounts")
	if r := load(t, o); !r.OK() || s.Logins() != 6 {
		t.Fatalf("%d logins: %+v", s.Logins(), r.Violations)
	}
	if info, err := os.Stat(o.Accounts); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	o.Bots, o.Seed = 8, 99 // the names are those of the file, and two are new
	if r := load(t, o); !r.OK() || r.Bots != 8 || s.Logins() != 8 {
		t.Errorf("%d bots, %d logins", r.Bots, s.Logins())
	}
	again := func(text, by string) {
		t.Helper()
		b, err := os.ReadFile(o.Accounts)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(o.Accounts, []byte(strings.ReplaceAll(string(b), text, by)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again(`"token":"`, `"token":"old `)
	if r := load(t, o); !r.OK() || r.Bots != 8 || s.Logins() != 16 {
		t.Errorf("%d bots with tokens that have ended, %d logins: %+v", r.Bots, s.Logins(), r.Absent)
	}
	list, err := readAccounts(o.Accounts)
	if err != nil || len(list) != 8 || list[0].Name == "" || list[0].Token == "" || list[7].Bot != 7 {
		t.Errorf("%+v, %v", list, err)
	}
	s.Close()
	other := fakeserver.New(fakeserver.Honest) // knows no account
	defer other.Close()
	o.URL = other.URL
	if r := load(t, o); !r.OK() || r.Bots != 8 {
		t.Errorf("%d bots on another server: %+v", r.Bots, r.Absent)
	}
}

func TestAFileOfNoAccountsIsRefusedWithItsLine(t *testing.T) {
	good := `{"bot":1,"player":"7","name":"a","password":"p","token":"t"}`
	for name, c := range map[string]struct{ text, place string }{
		"no JSON":   {good + "\nhello\n", "line 2"},
		"no name":   {`{"bot":1,"player":"","name":"","password":"","token":""}`, "line 1"},
		"odd field": {`{"bot":1,"name":"a","pin":"1"}`, "line 1"},
		"twice":     {good + "\n" + strings.Replace(good, `"bot":1`, `"bot":2`, 1), "line 2"},
		"same bot":  {good + "\n" + strings.Replace(good, `"a"`, `"b"`, 1), "line 2"},
		"negative":  {strings.Replace(good, `"bot":1`, `"bot":-1`, 1), "line 1"},
	} {
		path := filepath.Join(t.TempDir(), "accounts")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readAccounts(path); err == nil || !strings.Contains(err.Error(), c.place) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, err := readAccounts(filepath.Join(t.TempDir(), "absent")); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestAPartHasItsOwnThinkTime(t *testing.T) {
	hour := span(time.Hour)
	b, _ := customer(shop(t, ""))
	if b.Think, b.part = time.Millisecond, (&filePart{Think: &hour}); b.thinking() < time.Second {
		t.Error("the part thinks as all do")
	}
	if b.part = (&filePart{}); b.thinking() > time.Second {
		t.Error("a part without its own does not think as all do")
	}
}
