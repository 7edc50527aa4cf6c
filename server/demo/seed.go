package demo

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/settings"
	"jadebox/server/catalogue"
	"jadebox/server/site"
	"jadebox/store"
)

//go:embed catalog.json
var catalogJSON []byte

// WelcomeCents is what a new account of demo mode starts with: 1,000.00 gems.
const WelcomeCents = 100_000

// Zone is whose days a new demo counts, unless its first start names another.
const Zone = "Asia/Shanghai"

// WelcomeRealCents is what a demo login starts with in R$, so that a withdrawal can be tried.
const WelcomeRealCents = 5_000

// WelcomeFragments is what a demo login starts with in fragments, so that an exchange can be tried.
const WelcomeFragments = 2_000

// Login is an account that any visitor may use in demo mode.
type Login struct {
	Name, Password string
	Roles          store.Role
}

// Logins are made by Seed; the start-up banner prints them.
var Logins = []Login{{"demo01", "jadebox18", 0}, {"demo02", "jadebox18", 0},
	{"streamer1", "jadebox18", store.RoleStreamer}}

// Store is what seeding and the house players need of an engine.
type Store interface {
	store.Ledger
	store.Players
	store.Contacts
	store.Catalog
	store.Settings
	store.Rooms
}

// Seed writes the catalogue and the demo accounts. It may run at every start: what is there stays, and only
// another catalogue than it was seeded with is imported. hash makes a password's stored form.
func Seed(ctx context.Context, to Store, now time.Time, hash func(password string) (string, error)) error {
	if err := seedCatalog(ctx, to, now); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := seedSetting(ctx, to, now, site.Banners, banners); err != nil {
		return fmt.Errorf("demo: banners: %w", err)
	}
	if err := seedSetting(ctx, to, now, taskbox.Setting, taskBoxes()); err != nil {
		return fmt.Errorf("demo: task boxes: %w", err)
	}
	// A visitor of a demo is not to wait for days, nor to send a phone number.
	atOnce := promotion.Settings{SharePPM: promotion.Standard().SharePPM}
	if err := seedSetting(ctx, to, now, promotion.Setting, atOnce); err != nil {
		return fmt.Errorf("demo: promotion: %w", err)
	}
	if err := seedSetting(ctx, to, now, rain.Setting, rainsForAll()); err != nil {
		return fmt.Errorf("demo: rain: %w", err)
	}
	if err := seedNotices(ctx, to, now); err != nil {
		return fmt.Errorf("demo: notices: %w", err)
	}
	for i, l := range Logins {
		if err := seedLogin(ctx, to, now, l, i, hash); err != nil {
			return fmt.Errorf("demo: %s: %w", l.Name, err)
		}
	}
	if err := seedSeason(ctx, to, now); err != nil {
		return fmt.Errorf("demo: season: %w", err)
	}
	if err := seedTradeLinks(ctx, to); err != nil {
		return fmt.Errorf("demo: trade links: %w", err)
	}
	return nil
}

// seeded is the key under which a database keeps the hash of the catalogue that it was seeded with: what an operator
// has imported since stays.
const seeded = "demo.catalogue"

func seedCatalog(ctx context.Context, to Store, now time.Time) error {
	f, err := Catalogue()
	if err != nil {
		return err
	}
	text, err := f.Text()
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	switch held, err := to.Kept(ctx, seeded); {
	case err == nil && bytes.Equal(held, sum[:]):
		return nil
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return err
	}
	if _, err := f.Put(ctx, to, catalogue.Import{Who: settings.Who{Author: "demo", At: now}, Text: text,
		Trusted: true}); err != nil {
		return err
	}
	return to.PutKept(ctx, seeded, sum[:])
}

// Catalogue is what the demo sells.
func Catalogue() (*catalogue.File, error) {
	f, err := catalogue.Read(catalogJSON)
	if err != nil {
		return nil, fmt.Errorf("catalog.json: %w", err)
	}
	for i := range f.Boxes {
		f.Boxes[i].Order = popularity(f.Boxes[i].Tags, i)
	}
	defs := make([]store.ItemDef, len(f.Items))
	for i, it := range f.Items {
		defs[i] = it.Def()
	}
	moon, err := moonBoxes(defs)
	for _, b := range slices.Concat(freeBoxes, moon) {
		f.Boxes = append(f.Boxes, catalogue.BoxOf(b))
	}
	return f, err
}

// popularity orders the home page: hot boxes first, then new ones, then the catalogue's order.
func popularity(tags []string, index int) int {
	weight := 100 - index
	if slices.Contains(tags, "hot") {
		weight += 200
	}
	if slices.Contains(tags, "new") {
		weight += 100
	}
	return weight
}

func seedLogin(ctx context.Context, to Store, now time.Time, l Login, index int,
	hash func(string) (string, error)) error {
	switch p, err := to.PlayerByName(ctx, l.Name); {
	case err == nil:
		return errors.Join(grant(ctx, to, p, l.Roles), bindPhone(ctx, to, p.ID, index))
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	sealed, err := hash(l.Password)
	if err != nil {
		return err
	}
	welcome := credit("demo.welcome", WelcomeCents, now)
	welcome.Postings = append(welcome.Postings, store.Posting{Debit: store.HouseWishCards,
		Credit:      store.PlayerWishCards(0),
		AmountCents: WelcomeWishCards},
		store.Posting{Debit: store.HouseReal, Credit: store.PlayerReal(0), AmountCents: WelcomeRealCents})
	welcome.Postings = append(welcome.Postings, store.Posting{Debit: store.HouseFragments,
		Credit: store.PlayerFragments(0), AmountCents: WelcomeFragments})
	if l.Roles.Has(store.RoleStreamer) {
		welcome.NewItems = giveaways()
	}
	p, err := to.Register(ctx, store.NewPlayer{Name: l.Name, PasswordHash: sealed, Avatar: avatar(index),
		Language:   "zh",
		SpreadCode: fmt.Sprintf("DEMO%02d", index+1), UserSeed: l.Name, At: now}, welcome)
	if errors.Is(err, store.ErrNameTaken) {
		return nil // another node was faster
	}
	if err != nil {
		return err
	}
	return errors.Join(grant(ctx, to, p, l.Roles), bindPhone(ctx, to, p.ID, index))
}

// bindPhone makes a demo login known to the house, so that it is given what others are given for free
// (actors/rewards/eligibility).
func bindPhone(ctx context.Context, to store.Contacts, id store.PlayerID, index int) error {
	held, err := to.Contact(ctx, id)
	if err != nil || held.Phone != "" {
		return err
	}
	phone := fmt.Sprintf("1390000%04d", index+1)
	if err := to.SetContact(ctx, id, store.ContactChange{Phone: &phone}); !errors.Is(err, store.ErrConflict) {
		return err
	}
	return nil // a player has taken the name: it stays theirs
}

func grant(ctx context.Context, to store.Players, p store.Player, roles store.Role) error {
	if p.Roles.Has(roles) {
		return nil
	}
	roles |= p.Roles
	return to.SetProfile(ctx, p.ID, store.ProfileChange{Roles: &roles})
}

// giveaways are what the demo's streamer has to give away: the first items of the catalogue.
func giveaways() []store.NewItem {
	f, err := catalogue.Read(catalogJSON)
	if err != nil {
		return nil // seedCatalog has reported it
	}
	var items []store.NewItem
	for _, it := range f.Items[:min(len(f.Items), giveawaysMax)] {
		items = append(items, store.NewItem{Def: it.ID, ValueCents: it.PriceCents, Source: store.FromReward})
	}
	return items
}

const giveawaysMax = 6

// credit is the welcome op of a player who is being registered: player 0 stands for the new one.
func credit(key string, cents int64, now time.Time) *store.Op {
	return &store.Op{Key: key, Kind: "demo.credit", At: now,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: cents}}}
}

func avatar(index int) string { return fmt.Sprintf("/art/avatars/%02d.svg", index%24+1) }

// ChineseNames are all Chinese words of the catalogue, for pictures that must be able to write them.
func ChineseNames() []string {
	f, err := catalogue.Read(catalogJSON)
	if err != nil {
		panic(err) // a file of this package
	}
	var names []string
	for _, i := range f.Items {
		names = append(names, i.Brand.Zh, i.Name.Zh)
	}
	for _, b := range f.Boxes {
		names = append(names, b.Name.Zh)
	}
	return names
}
