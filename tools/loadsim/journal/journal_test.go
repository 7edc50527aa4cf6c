package journal

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"jadebox/tools/loadsim/client"
)

func write(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "journal")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w.Account(Account{Bot: 3, Name: "bot"})
	call := client.NewCall("/api/box/1/open", "key", struct{}{})
	acked, refused, lost := w.Intend(3, "box.open", call), w.Intend(3, "box.open", call), w.Intend(3, "box.open", call)
	w.Intend(3, "box.open", call) // never answered
	w.Acknowledged(acked, "box.open",
		json.RawMessage(`{"opId":"9","balanceCents":5,"bagCount":1,"next":{},"results":[{"number":0.10}]}`))
	w.Refused(refused, 6002)
	w.Lost(lost)
	w.Balance(Balance{Bot: 3, Cents: 7, Bag: 2})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	j, err := Read(write(t))
	if err != nil || j.Torn {
		t.Fatal(err, j)
	}
	if len(j.Accounts) != 1 || len(j.Entries) != 4 || j.Balances[3].Cents != 7 {
		t.Fatalf("%+v", j)
	}
	if got := string(j.Entries[0].Outcome.Answer); got != `{"opId":"9","results":[{"number":0.10}]}` {
		t.Errorf("what lasts of the answer: %s", got)
	}
	if e := j.Entries; e[1].Outcome.Code != 6002 || !e[2].Outcome.Lost || e[3].Outcome != nil || e[0].Key != "key" {
		t.Errorf("outcomes %+v", e)
	}
}

func TestTornEndIsNoErrorAndDamageIs(t *testing.T) {
	path := write(t)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b[:len(b)-4], 0o600); err != nil {
		t.Fatal(err)
	}
	if j, err := Read(path); err != nil || !j.Torn || len(j.Balances) != 0 {
		t.Errorf("torn: %v %+v", err, j)
	}
	b[len(b)/2] = '\n'
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); !errors.Is(err, ErrDamaged) {
		t.Errorf("damaged: %v", err)
	}
}

func TestRoomAnswersLastByTheirRoom(t *testing.T) {
	a := Lasting("battle.join", json.RawMessage(`{"card":{"id":"7","status":"waiting"},"serverTimeMs":1}`))
	b := Lasting("battle.join", json.RawMessage(`{"card":{"id":"7","status":"finished"},"serverTimeMs":2}`))
	if string(a) != string(b) || string(a) != `{"room":"7"}` {
		t.Errorf("%s, %s", a, b)
	}
}
