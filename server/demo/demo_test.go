package demo

import (
	"errors"
	"testing"
	"time"

	"jadebox/actors/kinds/wish"
	"jadebox/actors/shop/catalog"
	"jadebox/server/notice"
	"jadebox/server/site"
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
	centre, err := notice.Setting.Read(t.Context(), engine)
	if err != nil || len(centre.Notices) != len(notices) {
		t.Errorf("%d notices of %d, %v", len(centre.Notices), len(notices), err)
	}
	for _, n := range centre.Notices {
		if n.State != notice.Suppressed || !n.Shown(now().Add(time.Second)) {
			t.Errorf("a fresh install shows %+v", n)
		}
	}
	if f, err := site.Setting.Read(t.Context(), engine); err != nil || len(f.Soon) != 0 || f.BattlesClosed ||
		len(f.Groups) != len(groups) {
		t.Errorf("%+v %v", f, err)
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
		if p.RealCents != WelcomeRealCents {
			t.Errorf("%s has R$ %d cents", l.Name, p.RealCents)
		}
		if held, err := engine.Contact(t.Context(), p.ID); err != nil || len(held.Phone) != 11 {
			t.Errorf("%s has the phone %q, %v: it is given nothing", l.Name, held.Phone, err)
		}
		if p.WishCards != WelcomeWishCards {
			t.Errorf("%s has %d wish cards", l.Name, p.WishCards)
		}
	}
}

// The catalogue has a prize for every wish room that the lobby keeps, near its worth, and another one the next time.
func TestTheCatalogueHasAPrizeForEveryWishRoom(t *testing.T) {
	engine := memory.New(memory.Options{Clock: now})
	defer engine.Close()
	if err := seedCatalog(t.Context(), engine, now()); err != nil {
		t.Fatal(err)
	}
	items, err := engine.ItemDefs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	forWishCards, gems := 0, 0
	for _, name := range wish.Templates() {
		first, ok := wish.FromCatalog(items, name, 1)
		second, _ := wish.FromCatalog(items, name, 2)
		if !ok || first.Def == second.Def || first.Name != name {
			t.Errorf("%s: %+v, then %+v", name, first, second)
		}
		if first.CardNum > 0 {
			forWishCards++
			continue
		}
		gems++
		if back := first.PrizeCents * 1_000_000 / (first.BottleCents * int64(first.Bottles)); back > 920_000 ||
			back < 900_000 {
			t.Errorf("%s gives back %d ppm: %+v", name, back, first)
		}
	}
	if forWishCards < 1 || gems < 4 {
		t.Errorf("%d rooms for cards, %d for gems", forWishCards, gems)
	}
}

func TestSeedReportsWhatFails(t *testing.T) {
	engine := memory.New(memory.Options{Clock: now})
	defer engine.Close()
	broken := errors.New("no entropy")
	if err := Seed(t.Context(), engine, now(), func(string) (string, error) { return "", broken }); !errors.Is(err,
		broken) {
		t.Fatalf("got %v, want %v", err, broken)
	}
	if _, err := engine.PlayerByName(t.Context(), Logins[0].Name); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an account without a password exists: %v", err)
	}
}
