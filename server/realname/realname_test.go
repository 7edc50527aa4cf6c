package realname

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"jadebox/actors/settings/settingstest"
	"jadebox/store/memory"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestARowOpensForItsPlayerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	v, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	who := Person{"王小明", "11010519491231002X"}
	row, err := v.Seal(7, who, "sandbox", now)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Open(path) // the same keys after a restart
	if err != nil {
		t.Fatal(err)
	}
	if got, err := again.Open(7, row); err != nil || got != who {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := v.Open(8, row); !errors.Is(err, ErrSealed) {
		t.Errorf("opened for another player: %v", err)
	}
	other, err := Open(filepath.Join(t.TempDir(), "keys"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Open(7, row); !errors.Is(err, ErrSealed) {
		t.Errorf("opened with other keys: %v", err)
	}
	for _, secret := range []string{who.Name, who.Card} {
		if bytes.Contains(row.Sealed, []byte(secret)) || bytes.Contains(row.Index[:], []byte(secret)) {
			t.Errorf("%s can be read", secret)
		}
	}
	same, _ := v.Seal(8, Person{"Other", who.Card}, "sandbox", now)
	foreign, _ := other.Seal(7, who, "sandbox", now)
	if same.Index != row.Index || foreign.Index == row.Index || bytes.Equal(same.Sealed, row.Sealed) {
		t.Error("the index must be of the card and the keys, and of nothing else")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// Processes that make the file at the same time find it whole, and the same.
func TestOfSeveralThatMakeTheKeysAtOnceAllHaveTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	var marks [8][32]byte
	var all errgroup.Group
	for i := range marks {
		all.Go(func() error {
			v, err := Open(path)
			if err == nil {
				marks[i], err = v.Fingerprint("card", "1")
			}
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, mark := range marks {
		if mark != marks[0] {
			t.Errorf("%x and %x", mark, marks[0])
		}
	}
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
		t.Errorf("%d files, %v", len(left), err)
	}
}

func TestKeysThatCannotBeReadStopTheStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, []byte(`{"aead":{}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil {
		t.Error("opened")
	}
	if raw, _ := os.ReadFile(path); string(raw) != `{"aead":{}}` {
		t.Error("the file was replaced, and with it every row lost")
	}
}

func TestNumbersOfCardsAreChecked(t *testing.T) {
	for _, tt := range []struct {
		text, want string
	}{
		{"11010519491231002X", "11010519491231002X"},
		{" 110105 19491231 002x ", "11010519491231002X"},
		{"440524188001010014", "440524188001010014"},
		{"110105194912310021", ""}, // check character
		{"11010519491331002X", ""},
		{"11010519490230002X", ""}, // no such day
		{"11010517491231002X", ""},
		{"1101051949123100X", ""},
		{"", ""},
	} {
		got, _, ok := Card(tt.text)
		if ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%q: %q, %v", tt.text, got, ok)
		}
	}
	born := time.Date(2008, 3, 1, 0, 0, 0, 0, time.UTC)
	if !Adult(born, now) || Adult(born.AddDate(0, 0, 1), now) {
		t.Error("18 begins with the birthday")
	}
}

func TestARewardOutsideItsBoundsIsRefused(t *testing.T) {
	settings := memory.New(memory.Options{Clock: time.Now})
	for _, tt := range []struct {
		text string
		want int64 // -1: refused
	}{{"", 10}, {`{"rewardCents":25}`, 25}, {`{"rewardCents":0}`, 0}, {`{"rewardCents":-1}`, -1},
		{`{"rewardCents":10001}`, -1}, {`{`, -1}} {
		if tt.text != "" {
			if err := settingstest.Put(t.Context(), settings, Setting, []byte(tt.text)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := Setting.Read(t.Context(), settings)
		if (err != nil) != (tt.want < 0) || err == nil && got.RewardCents != tt.want {
			t.Errorf("%q: %+v, %v", tt.text, got, err)
		}
	}
}
