package store

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds of one op. An op beyond them is malformed, not large.
const (
	MaxKeyBytes    = 80
	MaxKindBytes   = 40
	MaxResultBytes = 1 << 20
	MaxLists       = 16
	// MaxEntries of an op (its postings and what is to be played) and MaxLeaves have places that a smallint holds.
	MaxEntries = math.MaxInt16
	MaxLeaves  = math.MaxInt16
	// MaxAmountCents keeps every amount exact in a browser's number (2^53).
	MaxAmountCents = 1<<53 - 1
)

// OpPlaceholder stands in a leaf's Key for the decimal id of the op that carries it: the id is given by the engine,
// so the caller cannot write it ("result:{op}-0" is stored as "result:1099511627777-0").
const OpPlaceholder = "{op}"

// Owner is the player or room behind the account, 0 for the house.
func (a AccountID) Owner() int64 { return int64(a) >> 8 }

// Class is one of the Class constants.
func (a AccountID) Class() uint8 { return uint8(a) }

// Derived reports whether the account has no balance row: its balance is the sum of its transfers and may be
// negative. A row would be updated by every op and cap throughput (docs/store.md).
func (a AccountID) Derived() bool { return a.Class() >= ClassHouse }

// OfPlayer reports whether the account is a player's.
func (a AccountID) OfPlayer() bool {
	switch a.Class() {
	case ClassPlayerGems, ClassPlayerReal, ClassPlayerWishCards, ClassPlayerFragments, ClassPlayerTokens:
		return true
	}
	return false
}

// valid reports whether owner and class belong together.
func (a AccountID) valid() bool {
	switch a.Class() {
	case ClassPlayerGems, ClassPlayerReal, ClassRoomEscrow, ClassPlayerWishCards, ClassRoomWishCards,
		ClassPlayerFragments,
		ClassPlayerTokens, ClassPlayerToPlay:
		return a.Owner() > 0
	case ClassHouse, ClassBonus, ClassFee, ClassRounding, ClassProvider, ClassHouseReal, ClassHouseWishCards,
		ClassHouseFragments, ClassHouseTokens, ClassHouseToPlay:
		return a.Owner() == 0
	}
	return false
}

// Currency is what accounts count.
type Currency string

// The currencies: a posting stays inside one. Gems, R$ and what is to be played are counted in cents, the rest whole.
const (
	Gems      Currency = "gem"
	Real      Currency = "R$"
	WishCards Currency = "wish card"
	Fragments Currency = "fragment"
	Tokens    Currency = "token"
	ToPlay    Currency = "gem to play"
)

// Currency of the account.
func (a AccountID) Currency() Currency {
	switch a.Class() {
	case ClassPlayerReal, ClassHouseReal:
		return Real
	case ClassPlayerWishCards, ClassRoomWishCards, ClassHouseWishCards:
		return WishCards
	case ClassPlayerFragments, ClassHouseFragments:
		return Fragments
	case ClassPlayerTokens, ClassHouseTokens:
		return Tokens
	case ClassPlayerToPlay, ClassHouseToPlay:
		return ToPlay
	}
	return Gems
}

// LegalItemMove is the item status graph of product-spec §3: sold, upgraded, replaced, voided and retrieved are final,
// a failed delivery goes back to the backpack, is tried again, or is made good; one that failed once or was rejected
// can be sold.
func LegalItemMove(from, to ItemStatus) bool {
	switch from {
	case ItemInBackpack:
		switch to {
		case ItemInBackpack, ItemUpgraded, ItemSold, ItemAwaitingDelivery, ItemVoided, ItemReplaced:
			return true
		}
	case ItemAwaitingDelivery:
		switch to {
		case ItemInBackpack, ItemRetrievalFailed, ItemRetrieved, ItemVoided, ItemRejected, ItemRepeatedFailures,
			ItemOffersRejected, ItemReplaced:
			return true
		}
	case ItemRetrievalFailed, ItemRejected, ItemRepeatedFailures, ItemOffersRejected:
		if to == ItemSold {
			return from == ItemRetrievalFailed || from == ItemRejected
		}
		switch to {
		case ItemInBackpack, ItemAwaitingDelivery, ItemVoided, ItemReplaced:
			return true
		}
	}
	return false
}

// Validate reports what is malformed in op, independent of any stored state, wrapped in ErrInvalid. Engines call it
// first.
func (op *Op) Validate() error {
	bad := func(format string, a ...any) error {
		return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, a...))
	}
	switch {
	case op.Player < 0:
		return bad("player %d", op.Player)
	case !validText(op.Key, MaxKeyBytes):
		return bad("key %.100q", op.Key)
	case !validText(op.Kind, MaxKindBytes):
		return bad("kind %.100q", op.Kind)
	case !validTime(op.At):
		return bad("time %v", op.At)
	case len(op.NewItems) > MaxNewItems:
		return bad("%d new items", len(op.NewItems))
	case len(op.Postings)+len(op.Play) > MaxEntries:
		return bad("%d postings", len(op.Postings)+len(op.Play))
	case len(op.Leaves) > MaxLeaves:
		return bad("%d leaves of the log", len(op.Leaves))
	case len(op.Result) > MaxResultBytes:
		return bad("result of %d bytes", len(op.Result))
	}
	for i, p := range op.Entries() {
		switch {
		case !p.Debit.valid() || !p.Credit.valid():
			return bad("posting between accounts %d and %d", p.Debit, p.Credit)
		case p.Debit == p.Credit:
			return bad("posting from account %d to itself", p.Debit)
		case p.Debit.Currency() != p.Credit.Currency():
			return bad("posting between two currencies")
		case (p.Debit.Currency() == ToPlay) != (i >= len(op.Postings)):
			return bad("what is to be played stands apart from what is owned: posting %d", i)
		case p.AmountCents <= 0 || p.AmountCents > MaxAmountCents:
			return bad("amount %d", p.AmountCents)
		}
	}
	for _, it := range op.NewItems {
		if it.Owner <= 0 || it.Def <= 0 || it.ValueCents < 0 || it.ValueCents > MaxAmountCents {
			return bad("new item %d of player %d worth %d", it.Def, it.Owner, it.ValueCents)
		}
	}
	if most := op.ToPlayMost; most != nil && (op.Player == 0 || *most < 0) {
		return bad("player %d with at most %d to be played", op.Player, *most)
	}
	if i := repeated(op.Moves, func(m ItemMove) ItemID { return m.Item }); i >= 0 {
		return bad("item %d moves twice", op.Moves[i].Item)
	}
	for _, m := range op.Moves {
		if m.Item <= 0 || !op.mayHold(m.From) || !op.mayHold(m.To) || m.From == m.To ||
			!LegalItemMove(m.From.Status, m.To.Status) {
			return bad("item %d from %v to %v", m.Item, m.From, m.To)
		}
	}
	if n := op.Nonce; n != nil && (n.Player <= 0 || n.Epoch == 0 || n.Epoch > math.MaxInt32 || n.Count == 0 ||
		n.Count > math.MaxInt32 || n.From > MaxAmountCents) {
		return bad("nonce %+v", *n)
	}
	if i := repeated(op.Leaves, func(l LogLeaf) string { return l.Key }); i >= 0 {
		return bad("leaf %q twice", op.Leaves[i].Key)
	}
	for _, l := range op.Leaves {
		if l.Key == "" {
			return bad("leaf without a key")
		}
	}
	if len(op.Lists) > MaxLists {
		return bad("%d lists", len(op.Lists))
	}
	for _, l := range op.Lists {
		if _, engines := OthersKind(l.List); l.Player <= 0 || engines || !validText(l.List, MaxKindBytes) {
			return bad("list %q of player %d", l.List, l.Player)
		}
	}
	return op.Room.validate(bad)
}

// mayHold reports whether op may take an item from, or bring it to, a place: a player's, or that of the room it
// writes.
func (op *Op) mayHold(p ItemPlace) bool {
	if p.Owner > 0 {
		return true
	}
	return op.Room != nil && p == ItemPlace{Owner: RoomHolder(op.Room.Room)}
}

// validText reports whether s is what every engine stores as it is: some UTF-8 without NUL.
func validText(s string, bytesMax int) bool {
	return len(s) > 0 && len(s) <= bytesMax && utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}

// validTime keeps times where microseconds since 1970 and every date type are at ease.
func validTime(t time.Time) bool { return t.Year() >= 1970 && t.Year() < 10000 }

// repeated returns the index of an element whose key stands before it in the list, -1 when there is none.
func repeated[T any, K comparable](list []T, key func(T) K) int {
	if len(list) < 2 {
		return -1
	}
	seen := make(map[K]bool, len(list))
	for i, v := range list {
		if k := key(v); seen[k] {
			return i
		} else {
			seen[k] = true
		}
	}
	return -1
}

func (w *RoomWrite) validate(bad func(string, ...any) error) error {
	switch {
	case w == nil:
		return nil
	case w.Room <= 0 || !validText(w.Kind, MaxKindBytes) || w.Epoch == 0 || w.Epoch > math.MaxInt32 ||
		w.FromVersion > MaxAmountCents || w.Member < 0:
		return bad("room write %d %q", w.Room, w.Kind)
	case len(w.Listed) > MaxKindBytes || w.Listed != "" && !validText(w.Listed, MaxKindBytes):
		return bad("room %d listed under %q", w.Room, w.Listed)
	case w.Status < RoomOpen || w.Status > RoomVoid:
		return bad("room status %d", w.Status)
	case w.FromVersion == 0 && (w.Epoch != 1 || w.FromStatus != 0 || w.Status.Final()):
		return bad("room %d created at epoch %d in status %d", w.Room, w.Epoch, w.Status)
	case w.FromVersion > 0 && (w.FromStatus < RoomOpen || w.FromStatus.Final() || w.Status < w.FromStatus):
		return bad("room %d from status %d to %d", w.Room, w.FromStatus, w.Status)
	case w.Status.Final() != w.Deadline.IsZero():
		return bad("room %d: a deadline belongs to every status that is not final", w.Room)
	case !w.Deadline.IsZero() && !validTime(w.Deadline):
		return bad("room %d: deadline %v", w.Room, w.Deadline)
	}
	return nil
}

// Normal returns a copy of op as engines store it: times in UTC at microseconds (what PostgreSQL keeps) and
// OpPlaceholder expanded for id. Slices that need no change are shared with op.
func (op *Op) Normal(id OpID) *Op {
	c := *op
	c.At = op.At.UTC().Truncate(time.Microsecond)
	if op.Room != nil {
		w := *op.Room
		if !w.Deadline.IsZero() {
			w.Deadline = w.Deadline.UTC().Truncate(time.Microsecond)
		}
		c.Room = &w
	}
	for i, l := range op.Leaves {
		if !strings.Contains(l.Key, OpPlaceholder) {
			continue
		}
		if &c.Leaves[0] == &op.Leaves[0] {
			c.Leaves = append([]LogLeaf(nil), op.Leaves...)
		}
		c.Leaves[i].Key = strings.ReplaceAll(l.Key, OpPlaceholder, strconv.FormatInt(int64(id), 10))
	}
	return &c
}

// Entries are all postings of op: those of what is owned, then those of what is to be played.
func (op *Op) Entries() []Posting {
	if len(op.Play) == 0 {
		return op.Postings
	}
	return slices.Concat(op.Postings, op.Play)
}

// Deltas nets the entries of op by account, ascending: the order in which every engine locks. An account whose
// postings cancel out is listed with 0.
func (op *Op) Deltas() []AccountBalance {
	d := make([]AccountBalance, 0, 2*(len(op.Postings)+len(op.Play)))
	add := func(a AccountID, cents int64) {
		i, found := slices.BinarySearchFunc(d, a,
			func(b AccountBalance, a AccountID) int { return cmp.Compare(b.Account, a) })
		if !found {
			d = slices.Insert(d, i, AccountBalance{Account: a})
		}
		d[i].Cents += cents
	}
	for _, list := range [2][]Posting{op.Postings, op.Play} {
		for _, p := range list {
			add(p.Debit, -p.AmountCents)
			add(p.Credit, p.AmountCents)
		}
	}
	return d
}

// ForNewPlayer returns a copy of op in which player 0 stands for id: op's player, the owner of a player account in a
// posting, of a new item and of the nonce. Register applies it, since the caller cannot know the id.
func (op *Op) ForNewPlayer(id PlayerID) *Op {
	account := func(a AccountID) AccountID {
		if a.Owner() == 0 {
			switch a.Class() {
			case ClassPlayerGems, ClassPlayerReal, ClassPlayerWishCards, ClassPlayerFragments, ClassPlayerTokens,
				ClassPlayerToPlay:
				return Account(int64(id), a.Class())
			}
		}
		return a
	}
	c := *op
	c.Player = id
	for _, list := range [2]*[]Posting{&c.Postings, &c.Play} {
		*list = slices.Clone(*list)
		for i, p := range *list {
			(*list)[i].Debit, (*list)[i].Credit = account(p.Debit), account(p.Credit)
		}
	}
	c.NewItems = append([]NewItem(nil), op.NewItems...)
	for i := range c.NewItems {
		if c.NewItems[i].Owner == 0 {
			c.NewItems[i].Owner = id
		}
	}
	return &c
}
