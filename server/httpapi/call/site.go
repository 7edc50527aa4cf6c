package call

import (
	"context"
	"net/netip"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/settings"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/server/limit"
	"jadebox/store"
)

// Store is what calls read and the few writes that move no value. Value moves through actors only.
type Store interface {
	store.Ledger
	store.Players
	store.Contacts
	store.Factors
	store.Invites
	store.Rooms
	store.Catalog
	store.Settings
	store.Log
}

// Site is what every call may use.
type Site struct {
	Store     Store
	Directory directory.Directory
	Kinds     room.Specs
	RoomKinds RoomKinds // what the kinds of rooms show
	Catalog   *catalog.Catalog
	Settings  *settings.Watch // for Cached: what an answer goes by even where what is stored cannot be read
	Limits    limit.Limiter
	Now       store.Clock
	// FreeLoopback takes loopback addresses out of the limits by address: for a demo and for bots on the same machine.
	FreeLoopback bool
}

// Count takes all of an act's attempts, or none of them.
func (s *Site) Count(ctx context.Context, tries []limit.Attempt) error {
	if _, retry, err := limit.TakeAll(ctx, s.Limits, tries); err != nil || retry > 0 {
		return LimitError(retry, err)
	}
	return nil
}

// Limit takes an attempt under a key.
func (s *Site) Limit(ctx context.Context, c *Caller, key string, r limit.Rate) error {
	return s.Count(ctx, s.ByKey(c, key, r))
}

// LimitError fails closed: a limit that cannot be asked refuses (docs/reliability-security.md, "Faults").
func LimitError(retry time.Duration, err error) error {
	if err != nil {
		return apierr.Wrap(protocol.CodeBusy, err)
	}
	return Later(apierr.New(protocol.CodeRateLimited), retry)
}

// Network is what one party can be expected to hold: an IPv4 address, or an IPv6 /64.
func Network(addr netip.Addr) string {
	if addr.Is6() {
		if p, err := addr.Prefix(64); err == nil {
			return p.String()
		}
	}
	return addr.String()
}

// wide is how many times what one IPv6 network may a whole site may, which has 65,536 of them: a provider gives a /48
// to one customer (RFC 6177, 2), and a household has no use for more than a few.
const wide = 4

// ByKey is an attempt under a key; none where loopback addresses are free.
func (s *Site) ByKey(c *Caller, key string, r limit.Rate) []limit.Attempt {
	if s.FreeLoopback && c.Address.IsLoopback() {
		return nil
	}
	return []limit.Attempt{{Key: key, Rate: r}}
}

// ByNetwork is an attempt by the caller's network: counted for it, and for the /48 around an IPv6 network. None is
// counted where loopback addresses are free.
func (s *Site) ByNetwork(c *Caller, name string, r limit.Rate) []limit.Attempt {
	if s.FreeLoopback && c.Address.IsLoopback() {
		return nil
	}
	all := []limit.Attempt{{Key: name + ":" + Network(c.Address), Rate: r}}
	if addr := c.Address; addr.Is6() && !addr.Is4In6() {
		if site, err := addr.Prefix(48); err == nil {
			all = append(all, limit.Attempt{Key: name + ":" + site.String(),
				Rate: limit.Rate{Burst: wide * r.Burst, Per: r.Per}})
		}
	}
	return all
}

// LimitNetwork takes an attempt by the caller's network; a refused one counts nowhere.
func (s *Site) LimitNetwork(ctx context.Context, c *Caller, name string, r limit.Rate) error {
	return s.Count(ctx, s.ByNetwork(c, name, r))
}

// MayPlay refuses a player who pauses or is shut out. What debits or draws asks in the player's actor; this is
// for what does neither.
func (s *Site) MayPlay(ctx context.Context, who store.PlayerID) error {
	held, err := limits.Read(ctx, s.Store, who)
	if err != nil {
		return apierr.FromStore(err)
	}
	return held.Refuse(s.Now())
}

// Newcomers is what welcomes new players.
func (s *Site) Newcomers() *taskbox.Service {
	return &taskbox.Service{Store: s.Store, Directory: s.Directory, Kinds: s.Kinds, Settings: s.Settings, Now: s.Now}
}

// BoxImage is a box's own image, or that of the box of the catalogue that it gives.
func (s *Site) BoxImage(own string, id store.BoxID) string {
	if box, ok := s.Catalog.Box(id); ok && own == "" {
		return box.Image
	}
	return own
}
