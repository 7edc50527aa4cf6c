package memory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"jadebox/store"
)

// identity is who plays: accounts, sessions, seed epochs.
type identity struct {
	players  map[store.PlayerID]store.Player
	names    map[string]store.PlayerID // lower case, those of before, too
	codes    map[string]store.PlayerID
	sessions map[[32]byte]store.Session
	devices  map[store.PlayerID][]store.NewDevice
	factors  map[store.PlayerID]map[[32]byte]store.Factor
	seeds    map[seedKey]store.SeedEpoch
	numbers  store.PlayerID // the highest that was given or reserved
	ready    map[store.PlayerID]store.ReadySeed
}

type seedKey struct {
	player store.PlayerID
	epoch  store.Epoch
}

func newIdentity() identity {
	return identity{map[store.PlayerID]store.Player{}, map[string]store.PlayerID{}, map[string]store.PlayerID{},
		map[[32]byte]store.Session{}, map[store.PlayerID][]store.NewDevice{},
		map[store.PlayerID]map[[32]byte]store.Factor{}, map[seedKey]store.SeedEpoch{}, 0,
		map[store.PlayerID]store.ReadySeed{}}
}

// Register implements store.Players. It applies at once, without the executor.
func (e *Engine) Register(_ context.Context, n store.NewPlayer, op *store.Op) (store.Player, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return store.Player{}, store.ErrClosed
	}
	if err := e.guarded(); err != nil {
		return store.Player{}, err
	}
	name := strings.ToLower(n.Name)
	if _, taken := e.names[name]; taken {
		return store.Player{}, fmt.Errorf("%w: %s", store.ErrNameTaken, n.Name)
	}
	if _, taken := e.codes[n.SpreadCode]; taken && n.SpreadCode != "" {
		return store.Player{}, fmt.Errorf("%w: spread code %s", store.ErrConflict, n.SpreadCode)
	}
	if _, taken := e.holder(func(c store.Contact) bool {
		return n.Phone != "" && c.Phone == n.Phone || n.SteamID != "" && c.SteamID == n.SteamID
	}); taken {
		return store.Player{}, store.ErrContactTaken
	}
	id := n.ID
	if _, taken := e.players[id]; taken {
		return store.Player{}, fmt.Errorf("%w: number of a player", store.ErrConflict)
	}
	if id == 0 {
		e.numbers++
		id = e.numbers
	}
	gems := store.PlayerGems(id)
	e.accounts[gems] = account{}
	if op != nil {
		op = op.ForNewPlayer(id)
		err := op.Validate()
		if err == nil {
			_, err = e.commit(op)
		}
		if err != nil {
			delete(e.accounts, gems)
			return store.Player{}, err
		}
	}
	e.players[id] = store.Player{ID: id, Name: n.Name, Login: n.Name, PasswordHash: n.PasswordHash, Avatar: n.Avatar,
		Language:   n.Language,
		SpreadCode: n.SpreadCode, InvitedBy: n.InvitedBy, Fingerprint: n.Fingerprint, UserSeed: n.UserSeed,
		Bot: n.Bot, SteamID: n.SteamID, At: n.At.UTC().Truncate(time.Microsecond)}
	e.names[name] = id
	if n.Phone != "" || n.SteamID != "" {
		e.contacts.known[id] = store.Contact{Phone: n.Phone, SteamID: n.SteamID}
	}
	if n.SpreadCode != "" {
		e.codes[n.SpreadCode] = id
	}
	e.takeReady(id)
	return e.player(id), nil
}

// player joins all that a player actor needs. The caller holds mu.
func (e *Engine) player(id store.PlayerID) store.Player {
	p := e.players[id]
	gems := e.account(store.PlayerGems(id))
	p.GemsCents, p.NextNonce = gems.cents, gems.nextNonce
	p.RealCents = e.account(store.Account(int64(id), store.ClassPlayerReal)).cents
	p.WishCards = e.account(store.PlayerWishCards(id)).cents
	p.Fragments = e.account(store.PlayerFragments(id)).cents
	p.ToPlayCents = e.account(store.PlayerToPlay(id)).cents
	p.Reversed = e.reversed[id]
	p.Seed = e.seeds[seedKey{id, e.accounts[store.PlayerGems(id)].epoch}]
	for _, it := range e.items {
		switch {
		case it.Owner != id:
		case it.Def.Voucher():
			p.Vouchers++
		case it.Status == store.ItemInBackpack:
			p.BagCount++
		}
	}
	return p
}

// Holdings implements store.Players.
func (e *Engine) Holdings(_ context.Context, ids []store.PlayerID) (list []store.Holding, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, id := range ids {
		if _, ok := e.players[id]; ok {
			list = append(list, e.player(id).Holding())
		}
	}
	return list, nil
}

// PlayerByName implements store.Players.
func (e *Engine) PlayerByName(_ context.Context, name string) (store.Player, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	id, ok := e.names[strings.ToLower(name)]
	if !ok {
		return store.Player{}, fmt.Errorf("%w: player %q", store.ErrNotFound, name)
	}
	return e.player(id), nil
}

// SetName implements store.Players. Like Register it applies at once.
func (e *Engine) SetName(_ context.Context, c store.NameChange, op *store.Op) (store.Receipt, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return store.Receipt{}, store.ErrClosed
	}
	if err := op.Validate(); err != nil {
		return store.Receipt{}, err
	}
	if _, done := e.byKey[opKey{op.Player, op.Key}]; done {
		return e.commit(op)
	}
	p, err := e.known(op.Player)
	switch {
	case err != nil:
		return store.Receipt{}, err
	case p.Renamed.After(c.Before):
		return store.Receipt{}, store.ErrNameSoon
	}
	for name, holder := range e.names {
		if holder != p.ID && store.Look(name) == store.Look(c.Name) {
			return store.Receipt{}, store.ErrNameTaken
		}
	}
	r, err := e.commit(op)
	if err == nil {
		p.Name, p.Renamed = c.Name, r.At
		e.players[p.ID], e.names[strings.ToLower(c.Name)] = p, p.ID
	}
	return r, err
}

// PlayerBySpreadCode implements store.Players.
func (e *Engine) PlayerBySpreadCode(_ context.Context, code string) (store.Player, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	id, ok := e.codes[code]
	if !ok {
		return store.Player{}, fmt.Errorf("%w: spread code", store.ErrNotFound)
	}
	return e.player(id), nil
}

// LoadPlayer implements store.Players.
func (e *Engine) LoadPlayer(_ context.Context, id store.PlayerID) (store.Player, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, err := e.known(id); err != nil {
		return store.Player{}, err
	}
	return e.player(id), nil
}

// known is a player as written. The caller holds mu.
func (e *Engine) known(id store.PlayerID) (store.Player, error) {
	p, ok := e.players[id]
	if !ok {
		return p, fmt.Errorf("%w: player %d", store.ErrNotFound, id)
	}
	return p, nil
}

// SetProfile implements store.Players.
func (e *Engine) SetProfile(_ context.Context, id store.PlayerID, c store.ProfileChange) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	p, err := e.known(id)
	if err != nil {
		return err
	}
	set(&p.UserSeed, c.UserSeed)
	set(&p.Avatar, c.Avatar)
	set(&p.HeadFrame, c.HeadFrame)
	set(&p.Language, c.Language)
	set(&p.PasswordHash, c.PasswordHash)
	set(&p.Status, c.Status)
	set(&p.Roles, c.Roles)
	e.players[id] = p
	return nil
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// PublicProfiles implements store.Players.
func (e *Engine) PublicProfiles(_ context.Context, ids []store.PlayerID) ([]store.PublicProfile, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.PublicProfile
	for _, id := range ids {
		if p, ok := e.players[id]; ok {
			list = append(list, store.PublicProfile{ID: id, Name: p.Name, Avatar: p.Avatar, HeadFrame: p.HeadFrame,
				Bot: p.Bot})
		}
	}
	return list, nil
}

// CreateSession implements store.Players.
func (e *Engine) CreateSession(_ context.Context, s store.Session) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, ok := e.sessions[s.TokenHash]; ok {
		return fmt.Errorf("%w: session", store.ErrConflict)
	}
	for _, at := range []*time.Time{&s.At, &s.Expires, &s.Proved, &s.Seen} {
		*at = at.UTC().Truncate(time.Microsecond)
	}
	s.First = s.TokenHash
	e.sessions[s.TokenHash] = s
	if s.Strange {
		e.devices[s.Player] = append(e.devices[s.Player], store.NewDevice{Session: s.First, At: s.At, Device: s.Device,
			Network: s.Network, Country: s.Country})
	}
	return nil
}

// SessionByHash implements store.Players.
func (e *Engine) SessionByHash(_ context.Context, hash [32]byte) (store.Session, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s, ok := e.sessions[hash]
	if !ok || !e.opt.Clock().Before(s.Expires) {
		return store.Session{}, fmt.Errorf("%w: session", store.ErrNotFound)
	}
	return s, nil
}

// DeleteSession implements store.Players.
func (e *Engine) DeleteSession(_ context.Context, hash [32]byte) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.sessions, hash)
	return nil
}

// SessionsOf implements store.Players.
func (e *Engine) SessionsOf(_ context.Context, p store.PlayerID) (list []store.Session, _ error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := e.opt.Clock()
	for _, s := range e.sessions {
		if s.Player == p && now.Before(s.Expires) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b store.Session) int {
		return cmp.Or(b.At.Compare(a.At), bytes.Compare(a.TokenHash[:], b.TokenHash[:]))
	})
	return list, nil
}

// RenewSession implements store.Players.
func (e *Engine) RenewSession(_ context.Context, old, fresh [32]byte, at, proved time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	s, ok := e.sessions[old]
	if !ok {
		return fmt.Errorf("%w: session", store.ErrNotFound)
	}
	delete(e.sessions, old)
	s.TokenHash, s.Seen = fresh, at.UTC().Truncate(time.Microsecond)
	if !proved.IsZero() {
		s.Proved = proved.UTC().Truncate(time.Microsecond)
	}
	e.sessions[fresh] = s
	return nil
}

// SeeSessions implements store.Players.
func (e *Engine) SeeSessions(_ context.Context, hashes [][32]byte, at time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, hash := range hashes {
		if s, ok := e.sessions[hash]; ok {
			s.Seen = at.UTC().Truncate(time.Microsecond)
			e.sessions[hash] = s
		}
	}
	return nil
}

// DeleteSessions implements store.Players.
func (e *Engine) DeleteSessions(_ context.Context, p store.PlayerID, except ...[32]byte) (hashes [][32]byte, _ error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for hash, s := range e.sessions {
		if s.Player == p && !slices.Contains(except, hash) {
			delete(e.sessions, hash)
			hashes = append(hashes, hash)
		}
	}
	return hashes, nil
}

// PurgeSessions implements store.Players.
func (e *Engine) PurgeSessions(_ context.Context, ended time.Time, n int) (purged int, _ error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for hash, s := range e.sessions {
		if purged < n && !s.Expires.After(ended) {
			delete(e.sessions, hash)
			purged++
		}
	}
	return purged, nil
}

// NewDevices implements store.Players.
func (e *Engine) NewDevices(_ context.Context, p store.PlayerID, since time.Time) (list []store.NewDevice, _ error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, d := range e.devices[p] {
		if d.At.After(since) {
			list = append(list, d)
		}
	}
	slices.SortFunc(list, func(a, b store.NewDevice) int {
		return cmp.Or(b.At.Compare(a.At), bytes.Compare(a.Session[:], b.Session[:]))
	})
	return list, nil
}

// PurgeNewDevices implements store.Players.
func (e *Engine) PurgeNewDevices(_ context.Context, until time.Time, n int) (purged int, _ error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for p := range e.devices {
		e.devices[p] = slices.DeleteFunc(e.devices[p], func(d store.NewDevice) bool {
			over := purged < n && !d.At.After(until)
			if over {
				purged++
			}
			return over
		})
	}
	return purged, nil
}

// OpenSeedEpoch implements store.Players.
func (e *Engine) OpenSeedEpoch(_ context.Context, s store.SeedEpoch) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.guarded(); err != nil {
		return err
	}
	gems := store.PlayerGems(s.Player)
	a, ok := e.accounts[gems]
	if !ok {
		return fmt.Errorf("%w: player %d", store.ErrNotFound, s.Player)
	}
	if s.Epoch != a.epoch+1 {
		return fmt.Errorf("%w: seed epoch %d of player %d", store.ErrConflict, s.Epoch, s.Player)
	}
	s.OpenedAt, s.RevealedAt = s.OpenedAt.UTC().Truncate(time.Microsecond), time.Time{}
	if old, ok := e.seeds[seedKey{s.Player, a.epoch}]; ok {
		old.RevealedAt = s.OpenedAt
		e.seeds[seedKey{s.Player, a.epoch}] = old
	}
	e.seeds[seedKey{s.Player, s.Epoch}] = s
	e.previous.accounts[gems] = a
	a.epoch, a.nextNonce = s.Epoch, 0
	e.accounts[gems] = a
	return nil
}

// SeedEpoch implements store.Players.
func (e *Engine) SeedEpoch(_ context.Context, p store.PlayerID, epoch uint32) (store.SeedEpoch, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s, ok := e.seeds[seedKey{p, store.Epoch(epoch)}]
	if !ok {
		return store.SeedEpoch{}, fmt.Errorf("%w: seed epoch %d of player %d", store.ErrNotFound, epoch, p)
	}
	if s.RevealedAt.IsZero() {
		s.Key = [32]byte{}
	}
	return s, nil
}

// Items implements store.Players.
func (e *Engine) Items(_ context.Context, q store.ItemQuery) ([]store.Item, int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.Item
	for _, it := range e.items {
		if it.Owner == q.Owner && !it.Def.Voucher() && wanted(q.Statuses, it.Status) && wanted(q.Sources, it.Source) &&
			within(q.Page, it.At) {
			list = append(list, it)
		}
	}
	slices.SortFunc(list, func(a, b store.Item) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
	return cut(list, q.Page), len(list), nil
}

// ItemsByID implements store.Players.
func (e *Engine) ItemsByID(_ context.Context, ids []store.ItemID) ([]store.Item, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.Item
	for _, id := range ids {
		if it, ok := e.items[id]; ok && !it.Def.Voucher() {
			list = append(list, it)
		}
	}
	return list, nil
}

// Vouchers implements store.Players.
func (e *Engine) Vouchers(_ context.Context, q store.VoucherQuery) ([]store.Item, int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.Item
	for _, it := range e.items {
		if it.Owner == q.Owner && it.Def.Voucher() && it.Def >= q.From && (q.To == 0 || it.Def < q.To) &&
			(!q.Held || it.Status == store.ItemInBackpack) {
			list = append(list, it)
		}
	}
	slices.SortFunc(list, func(a, b store.Item) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
	return cut(list, q.Page), len(list), nil
}

// VouchersByID implements store.Players.
func (e *Engine) VouchersByID(_ context.Context, ids []store.ItemID) ([]store.Item, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.Item
	for _, id := range ids {
		if it, ok := e.items[id]; ok && it.Def.Voucher() {
			list = append(list, it)
		}
	}
	return list, nil
}

// Ops implements store.Players.
func (e *Engine) Ops(_ context.Context, q store.OpQuery) ([]store.OpRecord, int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var rows []*row
	for _, r := range e.rows {
		if q.List == "" && r.player == q.Player && r.player > 0 && wantedKind(q, r.kind) &&
			asked(q, r) {
			rows = append(rows, r)
		}
	}
	for _, on := range e.entries {
		kind, others := store.OthersKind(on.List)
		if (on.List == q.List || q.List == "" && q.Others && others && wantedKind(q, kind)) &&
			on.Player == q.Player && on.room == 0 && asked(q, on.op) {
			rows = append(rows, on.op)
		}
	}
	slices.SortFunc(rows, func(a, b *row) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.id, a.id)) })
	var list []store.OpRecord
	for _, r := range cut(rows, q.Page) {
		rec, err := r.record()
		if err != nil {
			return nil, 0, err
		}
		list = append(list, rec)
	}
	if !q.Before.IsZero() {
		return list, 0, nil
	}
	return list, len(rows), nil
}

func wantedKind(q store.OpQuery, kind string) bool {
	return wanted(q.Kinds, kind) && !slices.Contains(q.Except, kind)
}

// asked reports whether an op stands in the time, and behind the place, of a question.
func asked(q store.OpQuery, r *row) bool {
	return within(q.Page, r.at) && (q.Before.IsZero() || store.OpPlace{At: r.at, ID: r.id}.Compare(q.Before) < 0)
}

// SumOps implements store.Players.
func (e *Engine) SumOps(_ context.Context, q store.SumQuery) ([]int64, error) {
	e.mu.Lock()
	var rows []*row
	for _, r := range e.rows {
		if r.player == q.Player && r.player > 0 && slices.Contains(q.Kinds, r.kind) &&
			within(store.Page{Since: q.Since, Until: q.Until}, r.at) {
			rows = append(rows, r)
		}
	}
	for _, on := range e.entries {
		kind, others := store.OthersKind(on.List)
		if q.Others && others && on.Player == q.Player && slices.Contains(q.Kinds, kind) &&
			within(store.Page{Since: q.Since, Until: q.Until}, on.op.at) {
			rows = append(rows, on.op)
		}
	}
	e.mu.Unlock() // rows never change
	slices.SortFunc(rows, func(a, b *row) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.id, b.id)) })
	sums := make([]int64, q.Width)
	for _, r := range rows {
		rec, err := r.record()
		if err != nil {
			return nil, err
		}
		if err := q.Add(&rec, sums); err != nil {
			return nil, fmt.Errorf("memory: %w", err)
		}
	}
	return sums, nil
}

// wanted reports whether a filter lets v through; an empty filter lets all through.
func wanted[T comparable](filter []T, v T) bool {
	return len(filter) == 0 || slices.Contains(filter, v)
}
