// Package store is the one door for everything that changes value: an Op goes in, a Receipt comes out once
// the change is durable, and the same key never has a second effect (docs/store.md).
//
// This package holds the records, the narrow interfaces and the sentinels; engines live in sub-packages
// (postgres, memory) and all pass storetest. Deliberately absent: drivers, wire messages, HTTP codes, clocks.
package store

import (
	"context"
	"time"
)

// WrittenWithin is how long after its time a site writes an op that carries events, at the latest: an older one is
// refused with ErrConflict, and nothing of it is applied. A follower that has read the outbox longer than that after a
// moment has every op of before it, but for the difference of two servers' clocks (a minute, as an op may be ahead) and
// what a commit under way may take (docs/store.md, "The door").
const WrittenWithin = 5 * time.Minute

// Engine is what a storage engine offers. Floors above take the narrowest part they need.
type Engine interface {
	Ledger
	Rooms
	Players
	Contacts
	Factors
	Invites
	Catalog
	Settings
	Log
	Beacons
	Nodes
	Close() error
}

// Ledger is the door of money.
type Ledger interface {
	// Commit applies op and returns when it is durable. The same (op.Player, op.Key) again returns the stored
	// Receipt with Replayed set; with another Request hash it returns ErrKeyReused. On any error nothing was applied,
	// except ErrUnknown (context ended while the outcome was open): retry with the same key.
	Commit(ctx context.Context, op *Op) (Receipt, error)
	// Submit is Commit for callers that must not block: done is called exactly once from a goroutine of the engine
	// and must return at once. The op must not be touched until then.
	Submit(op *Op, done func(Receipt, error))
	// Lookup returns the receipt of an op that is already durable, or ErrNotFound.
	Lookup(ctx context.Context, player PlayerID, key string) (Receipt, error)
	// Op returns a durable op by id (the whole record, with what was drawn), or ErrNotFound.
	Op(ctx context.Context, id OpID) (OpRecord, error)
	// Balance returns the balance of one account in cents; an account never touched has 0.
	Balance(ctx context.Context, a AccountID) (int64, error)
	// Events returns durable outbox events after the cursor, in commit order per writer and the writers in turns, and
	// the cursor behind them. It stops at the end of the op that brings the n-th event. A writer whose position lies
	// behind its end is not read. The cursor also passes ops without events, so an empty list with a moved cursor means
	// "ask again"; an unmoved cursor means that there is nothing new. from is not changed; a writer that the new cursor
	// no longer names is one of AllUpTo.
	Events(ctx context.Context, from Cursor, n int) ([]Event, Cursor, error)
}

// Rooms keeps room snapshots, fenced by epoch. A room is created and changed only by RoomWrite in an Op.
type Rooms interface {
	NewRoomID(ctx context.Context) (RoomID, error)
	// ClaimRoom raises the room's epoch by one and returns its record; older epochs can no longer commit.
	ClaimRoom(ctx context.Context, id RoomID) (Room, error)
	Room(ctx context.Context, id RoomID) (Room, error) // read only
	// OpenRooms lists rooms of a kind that are not final (for the lobby and for the sweep at start), newest first.
	OpenRooms(ctx context.Context, kind string) ([]Room, error)
	// PlayerRooms pages rooms in which the player took part (RoomWrite.Member), last joined first; its times are those
	// of joining.
	PlayerRooms(ctx context.Context, kind string, p PlayerID, page Page) ([]Room, int, error)
	// RoomsOn pages rooms on a list of a player (Op.Lists), last put there first; its times are those of that.
	RoomsOn(ctx context.Context, list string, p PlayerID, page Page) ([]Room, int, error)
	// FinalRooms pages final rooms that are listed (RoomWrite.Listed), under one name or, with "", under any; last
	// ended first.
	FinalRooms(ctx context.Context, kind, listed string, page Page) ([]Room, int, error)
}

// Players keeps accounts, sessions, seeds and backpacks (reads) and the identity writes that move no value.
type Players interface {
	// Register creates the account row and, in the same transaction, applies op (welcome credit, may be nil). In op,
	// player 0 stands for the new player (Op.ForNewPlayer). ErrNameTaken; ErrConflict when the spread code is taken;
	// ErrContactTaken when the phone or the Steam id is. A number that is kept ready (p.ID) brings its first seeds with
	// it; ErrConflict when another has it.
	Register(ctx context.Context, p NewPlayer, op *Op) (Player, error)
	// PlayerByName finds the player who has or has ever had a name: public, of before, or what they log in by. Each is
	// one player's for good.
	PlayerByName(ctx context.Context, name string) (Player, error)
	// SetName changes the public name of op's player and, in the same transaction, applies op, whose key has one effect
	// as in Ledger.Commit; what the player logs in by stays. ErrNameTaken: it is or was another's, or looks like one
	// (Look). ErrNameSoon: the last change is too young. ErrNotFound: there is no such player.
	SetName(ctx context.Context, c NameChange, op *Op) (Receipt, error)
	PlayerBySpreadCode(ctx context.Context, code string) (Player, error) // ErrNotFound for ""
	// profile, balances, seed epoch: all a player actor needs
	LoadPlayer(ctx context.Context, id PlayerID) (Player, error)
	// Holdings are what players have now, in no order. A player who is not there is left out.
	Holdings(ctx context.Context, ids []PlayerID) ([]Holding, error)
	SetProfile(ctx context.Context, id PlayerID, change ProfileChange) error
	PublicProfiles(ctx context.Context, ids []PlayerID) ([]PublicProfile, error)

	// CreateSession begins a session; of one that is Strange a NewDevice stays, whatever becomes of the session.
	CreateSession(ctx context.Context, s Session) error
	// ErrNotFound when absent, expired or revoked
	SessionByHash(ctx context.Context, tokenHash [32]byte) (Session, error)
	DeleteSession(ctx context.Context, tokenHash [32]byte) error
	// SessionsOf lists a player's sessions that have not expired, the last begun first.
	SessionsOf(ctx context.Context, p PlayerID) ([]Session, error)
	// RenewSession gives a session another token, by which it was used at a time, and, unless proved is zero, notes
	// when its player last proved who they are. First stays. ErrNotFound when it is gone.
	RenewSession(ctx context.Context, old, fresh [32]byte, at, proved time.Time) error
	// SeeSessions notes when sessions were last used; those that are gone are left out.
	SeeSessions(ctx context.Context, tokenHashes [][32]byte, at time.Time) error
	// DeleteSessions ends every session of a player but those that are excepted, and returns their hashes, so that
	// their sockets can be closed.
	DeleteSessions(ctx context.Context, p PlayerID, except ...[32]byte) (tokenHashes [][32]byte, err error)
	// PurgeSessions removes up to n sessions that ended at or before a time, and reports how many.
	PurgeSessions(ctx context.Context, ended time.Time, n int) (int, error)
	// NewDevices lists a player's logins on new devices after a time, the last first.
	NewDevices(ctx context.Context, p PlayerID, since time.Time) ([]NewDevice, error)
	// PurgeNewDevices removes up to n that came at or before a time, and reports how many.
	PurgeNewDevices(ctx context.Context, until time.Time, n int) (int, error)

	// ReserveNumbers returns numbers, ascending, that no other player gets.
	ReserveNumbers(ctx context.Context, n int) ([]PlayerID, error)
	// KeepReady keeps the first seeds of reserved numbers until a player is registered under them.
	KeepReady(ctx context.Context, seeds []ReadySeed) error
	// ReadySeeds are those that no player was registered under, by number.
	ReadySeeds(ctx context.Context) ([]ReadySeed, error)

	// OpenSeedEpoch stores the next seed epoch of a player and closes the one before: its RevealedAt becomes e.OpenedAt
	// and its nonces can no longer be used. ErrConflict unless e.Epoch is the newest epoch + 1.
	OpenSeedEpoch(ctx context.Context, e SeedEpoch) error
	// SeedEpoch returns an epoch without its key while that is secret; only LoadPlayer returns a secret key.
	SeedEpoch(ctx context.Context, p PlayerID, epoch uint32) (SeedEpoch, error)

	Items(ctx context.Context, q ItemQuery) ([]Item, int, error) // total across pages
	ItemsByID(ctx context.Context, ids []ItemID) ([]Item, error)
	Vouchers(ctx context.Context, q VoucherQuery) ([]Item, int, error) // total across pages
	VouchersByID(ctx context.Context, ids []ItemID) ([]Item, error)
	// history of a player, newest first; the house has none. What reads more than a page takes EachOp.
	Ops(ctx context.Context, q OpQuery) ([]OpRecord, int, error)
	// SumOps adds up what a player did in a time, each op once. However many ops there are, a few dozen are read beside
	// those that were not asked about yet.
	SumOps(ctx context.Context, q SumQuery) ([]int64, error)
}

// Catalog keeps item definitions, boxes and versions of odds tables. Tables never change in place: PutBox adds a
// version.
type Catalog interface {
	PutItemDefs(ctx context.Context, defs []ItemDef) error
	ItemDefs(ctx context.Context) ([]ItemDef, error)
	PutBox(ctx context.Context, b Box) error
	// Boxes are the versions that are in force now, disabled ones included. So are the definitions of ItemDefs.
	Boxes(ctx context.Context) ([]Box, error)
	// ChangeCatalogue makes one change of boxes and items out of what is there, whole or not at all. build may be
	// called several times; nil changes nothing.
	ChangeCatalogue(ctx context.Context, build func(Rules) (*CatalogueChange, error)) error
	// CatalogueStamp grows with every version of a box or an item that is added. next is when the first of those that
	// wait comes in force, the zero time when none waits.
	CatalogueStamp(ctx context.Context) (stamp int64, next time.Time, err error)
	BoxVersion(ctx context.Context, id BoxID, version uint32) (Box, error)
	// Kept is what a program keeps for itself under a key: a position, a key, a chain; ErrNotFound. It is no setting of
	// the registry (Settings).
	Kept(ctx context.Context, key string) ([]byte, error)
	PutKept(ctx context.Context, key string, value []byte) error
	// KeepFirst keeps a value unless there is one, and returns what is kept: of several that try at once all get the
	// same.
	KeepFirst(ctx context.Context, key string, value []byte) (kept []byte, err error)
	// DeleteKeptIf deletes what is kept where it is still what the caller has read, by its SHA-256; no error where it
	// is not.
	DeleteKeptIf(ctx context.Context, key string, was [32]byte) error
	// PutKeptIf keeps a value together with rows that belong to it, all or nothing, where what is kept is still what
	// the caller has read, by its SHA-256; zero: nothing is kept. A nil row goes, the others stay. ErrConflict when it
	// is not, and then nothing changes.
	PutKeptIf(ctx context.Context, key string, was [32]byte, value []byte, rows map[string][]byte) error
	KeptRows(ctx context.Context, key string) (map[string][]byte, error)
	Stats(ctx context.Context) (Stats, error) // totals for the counters
	// Spent is what players and rooms paid to the house in [from, to) by ops of other kinds than these, in cents of
	// gems. It reads every op of that time.
	Spent(ctx context.Context, from, to time.Time, butKinds ...string) (int64, error)
}

// Beacons keeps the values of a public beacon that draws have named, so that they are there when no relay is. What is
// kept is what the value is proved by; the reader checks it.
type Beacons interface {
	// BeaconProof returns what was kept of a round, or ErrNotFound.
	BeaconProof(ctx context.Context, source string, round uint64) (proof string, err error)
	// KeepBeaconProof keeps it; a round that is kept already stays as it is.
	KeepBeaconProof(ctx context.Context, source string, round uint64, proof string) error
}

// Log stores the public append-only Merkle log: leaves, tlog hashes, checkpoints.
type Log interface {
	LogSize(ctx context.Context) (int64, error)
	// AppendLog appends leaves and their new stored hashes at the given size and moves the consumer's cursor, in one
	// transaction; ErrConflict when the log has another size or a leaf of such a key. Leaves are those of
	// PendingLeaves: an engine need keep no more of them than where they stand. Without leaves only the cursor moves:
	// the checkpoint is of this size already, and stays.
	AppendLog(ctx context.Context, size int64, leaves []PendingLeaf, hashes [][32]byte, cursor Cursor,
		checkpoint []byte) error
	LogHashes(ctx context.Context, indexes []int64) ([][32]byte, error)
	LogLeafByKey(ctx context.Context, key string) (int64, LogLeaf, error) // index and leaf; ErrNotFound until appended
	LogLeaves(ctx context.Context, from int64, n int) ([]LogLeaf, error)
	LogCheckpoint(ctx context.Context) (checkpoint []byte, cursor Cursor, err error)
	// PendingLeaves returns the leaves of durable ops after the cursor in the order of Events; the sequencer
	// (server/publiclog) hashes them into the tree and calls AppendLog with the cursor returned here.
	PendingLeaves(ctx context.Context, from Cursor, n int) ([]PendingLeaf, Cursor, error)
}

// Clock is injected wherever time matters.
type Clock func() time.Time
