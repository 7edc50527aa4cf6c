package store

import (
	"context"
	"time"
)

// Auditable is offered by engines that can show everything they hold to an auditor.
type Auditable interface {
	// Snapshot opens one consistent view; commits go on beside it. Close it.
	Snapshot(ctx context.Context) (Snapshot, error)
}

// Snapshot is one consistent view of the journal and of the state it was applied to. A nil list of ids means all, in
// ascending order. An error from a yield function ends the walk and is returned.
type Snapshot interface {
	// Heads returns how far each writer's sequence goes and its chain head there.
	Heads(ctx context.Context) (map[int64]ChainHead, error)
	// Chains are the heads of the hash chains after ops; one that is not there has none.
	Chains(ctx context.Context, ids []OpID) (map[OpID][32]byte, error)
	// JournalAfter walks the ops after the cursor by ascending id.
	JournalAfter(ctx context.Context, from Cursor, yield func(*JournalEntry) error) error
	// OpsByID yields ops, without what the tables hold of them.
	OpsByID(ctx context.Context, ids []OpID, yield func(OpRecord) error) error
	// OpsOf yields a player's ops of a kind that are dated from a time to another, both included, in any order.
	OpsOf(ctx context.Context, who PlayerID, kind string, from, to time.Time, yield func(OpRecord) error) error
	// Keyed finds an op by its key; ErrNotFound when there is none.
	Keyed(ctx context.Context, player PlayerID, key string) (OpRecord, error)
	Accounts(ctx context.Context, ids []AccountID, yield func(AccountState) error) error
	Items(ctx context.Context, ids []ItemID, yield func(Item) error) error
	Rooms(ctx context.Context, ids []RoomID, yield func(Room) error) error
	OpenRooms(ctx context.Context, yield func(Room) error) error // of every kind
	// RoomHeads yields rooms without their states.
	RoomHeads(ctx context.Context, ids []RoomID, yield func(RoomHead) error) error
	// TwiceKeyed yields the keys that more than one op has.
	TwiceKeyed(ctx context.Context, yield func(p PlayerID, key string, ops int) error) error
	// Others walks the lists of ops that changed what a player owns and were not the player's own (OthersList), in any
	// order.
	Others(ctx context.Context, yield func(who PlayerID, kind string, op OpID, at time.Time) error) error
	// Counts counts the rows that belong to ops, to find some that belong to none.
	Counts(ctx context.Context) (RowCounts, error)
	// Listed reports which of these are there: ops on lists of players (Op.Lists), and players in rooms
	// (RoomWrite.Member).
	Listed(ctx context.Context, asked []Listing) ([]bool, error)
	// Log is the end of the public log as it is stored.
	Log(ctx context.Context) (LogHead, error)
	// LogPage returns at most n leaves of the log by ascending index, those from an index on. What their places lead to
	// is theirs; a place that leads nowhere has no data.
	LogPage(ctx context.Context, from int64, n int) ([]LoggedLeaf, error)
	// LogRun returns the stored hashes of n indexes from one on, in their order; it ends where one is missing.
	LogRun(ctx context.Context, from int64, n int) ([][32]byte, error)
	// Kept is Catalog.Setting.
	Kept(ctx context.Context, key string) ([]byte, error)
	// LogLeaf finds a leaf by its key; ErrNotFound until it is appended.
	LogLeaf(ctx context.Context, key string) (LoggedLeaf, error)
	// VouchersOf yields everything that players have or had whose definition is that of a voucher.
	VouchersOf(ctx context.Context, owners []PlayerID, yield func(Item) error) error
	// InvitedBy is who brought a player, 0 for none; Named finds a player by a name as Players.PlayerByName does.
	// ErrNotFound.
	InvitedBy(ctx context.Context, id PlayerID) (PlayerID, error)
	Named(ctx context.Context, name string) (PlayerID, error)
	// SeedEpochs yields epochs with their keys, secret ones, too, by player and number.
	SeedEpochs(ctx context.Context, ids []EpochID, yield func(SeedEpoch) error) error
	// ReadySeeds is Players.ReadySeeds.
	ReadySeeds(ctx context.Context) ([]ReadySeed, error)
	// BoxVersions are all versions of all boxes, by box and version.
	BoxVersions(ctx context.Context) ([]Box, error)
	// DatedItems are all definitions that there ever were: those from before changes of the catalogue, then theirs.
	DatedItems(ctx context.Context) ([]DatedItem, error)
	// SettingVersions are all versions of all settings, by name and version.
	SettingVersions(ctx context.Context) ([]SettingVersion, error)
	Close() error
}

// Listing is a place on a list of a player: of an op, or of the room that it wrote, at its time; or with no list the
// player's own list of rooms.
type Listing struct {
	Entry
	Op   OpID
	At   time.Time
	Room RoomID
}

// RoomHead is a room with the SHA-256 of its state in place of it.
type RoomHead struct {
	Room
	StateHash [32]byte
}

// EpochID is a player's seed epoch.
type EpochID struct {
	Player PlayerID
	Epoch  Epoch
}

// LogHead is the end of the public log: so many leaves with so many hashes, signed, and how far the journal was read.
type LogHead struct {
	Size, Hashes int64
	Checkpoint   []byte
	Cursor       Cursor
}

// LoggedLeaf is a leaf at its index. Op is 0 for one that the log keeps itself, of before it kept places.
type LoggedLeaf struct {
	PendingLeaf
	Index int64
}

// JournalEntry is an op as the journal has it, beside what the tables hold of it.
type JournalEntry struct {
	OpRecord
	Transfers []Posting // as the ledger's own table has them
	Items     []Item    // that it created, as they are now
}

// AccountState is the row of an account that is not derived. Nonce fields are set for ClassPlayerGems only.
type AccountState struct {
	AccountBalance
	Epoch     Epoch
	NextNonce uint64
}

// ChainHead is the end of a writer's sequence.
type ChainHead struct {
	Seq   int64
	Chain [32]byte
}

// RowCounts are numbers of rows.
type RowCounts struct{ Ops, Transfers, Items int64 }
