package store

import "context"

// Auditable is offered by engines that can show everything they hold to an auditor.
type Auditable interface {
	// Snapshot opens one consistent view; commits go on beside it. Close it.
	Snapshot(ctx context.Context) (Snapshot, error)
}

// Snapshot is one consistent view of the journal and of the state it was applied to. A nil list of ids means all.
// An error from a yield function ends the walk and is returned.
type Snapshot interface {
	// JournalAfter walks the ops after the cursor by ascending id.
	JournalAfter(ctx context.Context, from Cursor, yield func(*JournalEntry) error) error
	Accounts(ctx context.Context, ids []AccountID, yield func(AccountState) error) error
	Items(ctx context.Context, ids []ItemID, yield func(Item) error) error
	Rooms(ctx context.Context, ids []RoomID, yield func(Room) error) error
	Close() error
}

// JournalEntry is an op as the journal tells it, beside the postings that the ledger's own table holds for it.
type JournalEntry struct {
	OpRecord
	Transfers []Posting
}

// AccountState is the row of an account that is not derived. Nonce fields are set for ClassPlayerGems only.
type AccountState struct {
	AccountBalance
	Epoch     Epoch
	NextNonce uint64
}
