package demo

import (
	"errors"
	"testing"
	"time"

	"jadebox/actors/catalog"
	"jadebox/store"
	"jadebox/store/memory"
)

func now() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

func TestSeedIsRepeatable(t *testing.T) {
	engine := memory.New(memory.Options{Clock: now})
	defer engine.Close()
	hashes := 0
	hash := func(string) (string, error) { hashes++; return "sealed", nil }
	for range 2 {
		if err := Seed(t.Context(), engine, now(), hash); err != nil {
			t.Fatal(err)
		}
	}
	if hashes != len(Logins) {
		t.Errorf("second start hashed again: %d hashes for %d logins", hashes, len(Logins))
	}
	c := catalog.New(engine, now)
	if err := c.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	types := map[string]int{}
	for _, b := range c.Enabled() {
		types[b.Type]++
		if b.Version != 1 {
			t.Errorf("box %s: an unchanged table became version %d", b.Slug, b.Version)
		}
	}
	if len(c.Enabled()) < 15 || types["csgo"] == 0 || types["hash"] == 0 {
		t.Errorf("boxes by type: %v, want at least 15 of both types", types)
	}
	for _, l := range Logins {
		p, err := engine.PlayerByName(t.Context(), l.Name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Roles != l.Roles || l.Roles.Has(store.RoleStreamer) != (p.BagCount > 0) {
			t.Errorf("%s has roles %d and %d items", l.Name, p.Roles, p.BagCount)
		}
		if p.GemsCents != WelcomeCents {
			t.Errorf("%s has %d cents, want %d: the welcome gems must come once", l.Name, p.GemsCents, WelcomeCents)
		}
	}
}

func TestSeedReportsWhatFails(t *testing.T) {
	engine := memory.New(memory.Options{Clock: now})
	defer engine.Close()
	broken := errors.New("no entropy")
	if err := Seed(t.Context(), engine, now(), func(string) (string, error) { return "", broken }); !errors.Is(err, broken) {
		t.Fatalf("got %v, want %v", err, broken)
	}
	if _, err := engine.PlayerByName(t.Context(), Logins[0].Name); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an account without a password exists: %v", err)
	}
}
