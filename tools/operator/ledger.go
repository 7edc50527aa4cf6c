package operator

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"jadebox/actors/operators"
	"jadebox/store"
)

// reads is what of a store changes nothing.
type reads interface {
	Lookup(ctx context.Context, player store.PlayerID, key string) (store.Receipt, error)
	Op(ctx context.Context, id store.OpID) (store.OpRecord, error)
	Balance(ctx context.Context, a store.AccountID) (int64, error)
	Events(ctx context.Context, from store.Cursor, n int) ([]store.Event, store.Cursor, error)

	Room(ctx context.Context, id store.RoomID) (store.Room, error)
	OpenRooms(ctx context.Context, kind string) ([]store.Room, error)
	PlayerRooms(ctx context.Context, kind string, p store.PlayerID, page store.Page) ([]store.Room, int, error)
	RoomsOn(ctx context.Context, list string, p store.PlayerID, page store.Page) ([]store.Room, int, error)
	FinalRooms(ctx context.Context, kind, listed string, page store.Page) ([]store.Room, int, error)

	PlayerByName(ctx context.Context, name string) (store.Player, error)
	PlayerBySpreadCode(ctx context.Context, code string) (store.Player, error)
	LoadPlayer(ctx context.Context, id store.PlayerID) (store.Player, error)
	Holdings(ctx context.Context, ids []store.PlayerID) ([]store.Holding, error)
	PublicProfiles(ctx context.Context, ids []store.PlayerID) ([]store.PublicProfile, error)
	SessionsOf(ctx context.Context, p store.PlayerID) ([]store.Session, error)
	NewDevices(ctx context.Context, p store.PlayerID, since time.Time) ([]store.NewDevice, error)
	SeedEpoch(ctx context.Context, p store.PlayerID, epoch uint32) (store.SeedEpoch, error)
	Items(ctx context.Context, q store.ItemQuery) ([]store.Item, int, error)
	ItemsByID(ctx context.Context, ids []store.ItemID) ([]store.Item, error)
	Vouchers(ctx context.Context, q store.VoucherQuery) ([]store.Item, int, error)
	VouchersByID(ctx context.Context, ids []store.ItemID) ([]store.Item, error)
	Ops(ctx context.Context, q store.OpQuery) ([]store.OpRecord, int, error)
	SumOps(ctx context.Context, q store.SumQuery) ([]int64, error)

	Contact(ctx context.Context, id store.PlayerID) (store.Contact, error)
	PlayerByPhone(ctx context.Context, phone string) (store.Player, error)
	PhoneTaken(ctx context.Context, phone string, except store.PlayerID) (bool, error)
	PlayerBySteam(ctx context.Context, steamID string) (store.Player, error)

	Factors(ctx context.Context, p store.PlayerID) ([]store.Factor, error)

	Invitees(ctx context.Context, by, before store.PlayerID, n int) ([]store.Invitee, error)
	InviteeCount(ctx context.Context, by store.PlayerID) (int, error)
	SumKind(ctx context.Context, p store.PlayerID, kind, field string) (sum int64, n int, err error)
	SumResults(ctx context.Context, p store.PlayerID, prefix, field string, most int) (sum int64, n int, err error)

	ItemDefs(ctx context.Context) ([]store.ItemDef, error)
	Boxes(ctx context.Context) ([]store.Box, error)
	CatalogueStamp(ctx context.Context) (stamp int64, next time.Time, err error)
	BoxVersion(ctx context.Context, id store.BoxID, version uint32) (store.Box, error)
	Kept(ctx context.Context, key string) ([]byte, error)
	Stats(ctx context.Context) (store.Stats, error)
	Spent(ctx context.Context, from, to time.Time, butKinds ...string) (int64, error)

	SettingsStamp(ctx context.Context) (int64, error)
	Settings(ctx context.Context) (*store.SettingsNow, error)
	SettingHistory(ctx context.Context, name string, n int) ([]store.SettingVersion, error)
}

// View is what a command reads.
type View interface {
	reads
	store.Auditable
	// ChangeCatalogue looks at all that is and will be sold; ErrUnsigned for a change that no Ledger makes.
	ChangeCatalogue(ctx context.Context, build func(store.Rules) (*store.CatalogueChange, error)) error
}

// Ledger is how a command writes, and all that it may: what stands here is signed by the operator who acts, or goes
// only with what is. A way to write that the store has besides is out of a command's reach until it stands here.
type Ledger interface {
	View

	// Commit signs an op, and commits it. ErrWorth.
	Commit(ctx context.Context, op *store.Op) (store.Receipt, error)
	// Submit is Commit on a goroutine of its own.
	Submit(op *store.Op, done func(store.Receipt, error))
	// SetSetting signs the op that a change of a setting is; ChangeCatalogue (View) that of one of boxes and items.
	SetSetting(ctx context.Context, c store.SettingChange) (version int64, err error)
	// SetProfile gives roles, by an op that is signed. ErrUnsigned for all else of a profile.
	SetProfile(ctx context.Context, id store.PlayerID, change store.ProfileChange) error

	// DeleteSessions, SetContact and PutFactors make no op: they come after one of the same player that the command has
	// had signed, and that tells of them. ErrUnsigned.
	DeleteSessions(ctx context.Context, p store.PlayerID, except ...[32]byte) (tokenHashes [][32]byte, err error)
	SetContact(ctx context.Context, id store.PlayerID, c store.ContactChange) error
	PutFactors(ctx context.Context, p store.PlayerID, instead []store.FactorKind, added []store.Factor) error

	// NewRoomID and ClaimRoom change nothing that a room says: the op that writes it is signed.
	NewRoomID(ctx context.Context) (store.RoomID, error)
	ClaimRoom(ctx context.Context, id store.RoomID) (store.Room, error)

	signing() *signing // so that nothing else is one
}

// looking is what a command reads, and no more of the store.
type looking struct {
	reads
	store store.Engine
}

var _ View = looking{}

// ChangeCatalogue implements View.
func (v looking) ChangeCatalogue(ctx context.Context, build func(store.Rules) (*store.CatalogueChange, error)) error {
	return v.store.ChangeCatalogue(ctx, func(r store.Rules) (*store.CatalogueChange, error) {
		change, err := build(r)
		if err == nil && change != nil {
			err = fmt.Errorf("the catalogue: %w", ErrUnsigned)
		}
		return nil, err
	})
}

// Snapshot implements store.Auditable where the store does.
func (v looking) Snapshot(ctx context.Context) (store.Snapshot, error) {
	source, ok := v.store.(store.Auditable)
	if !ok {
		return nil, fmt.Errorf("%T shows no journal", v.store)
	}
	return source.Snapshot(ctx)
}

// Errors of a command that would write past its operator.
var (
	ErrUnsigned = errors.New("no op that the operator has signed tells of it")
	// ErrWorth is a command that writes before it has said what that is worth: unsaid, any amount would go by the limit
	// for nothing.
	ErrWorth = errors.New("the command has not said what its act is worth: see operator.Above and operator.Free")
)

// signing is the store of a command. On a site with operators what is committed through it is signed before.
type signing struct {
	looking
	acting *operators.Acting // nil: there are no operators

	// mu guards what follows, and what acting is told, from the goroutines of Submit. It is held while an op is signed:
	// of two at once one counts for the day, and the other's act names that day.
	mu    sync.Mutex
	told  bool // what the act is worth was said
	acted map[store.PlayerID]bool
	// approved says that the approval of the request that is carried out was committed.
	approved bool
	today    *operators.DaySum // that is to be counted up; nil: nothing is
}

var _ Ledger = (*signing)(nil)

func signed(db store.Engine, by *operators.Acting) *signing {
	return &signing{looking: looking{db, db}, acting: by, acted: map[store.PlayerID]bool{}}
}

func (e *signing) signing() *signing { return e }

// sign says beforehand that an op is this operator's; the first of a request says that it is approved, and the first
// that is done alone counts for the day.
func (e *signing) sign(ctx context.Context, op *store.Op) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.told {
		return fmt.Errorf("%w (%s)", ErrWorth, op.Kind)
	}
	if e.acting == nil {
		return nil
	}
	if e.acting.Ask != 0 && !e.approved {
		if err := e.acting.Approve(ctx, e.store); err != nil {
			return err
		}
		e.approved = true
	}
	if e.today != nil {
		if err := e.acting.Count(ctx, e.store, *e.today); err != nil {
			return err
		}
		e.today = nil
	}
	return e.acting.Sign(ctx, e.store, op)
}

// Commit implements Ledger.
func (e *signing) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	if err := e.sign(ctx, op); err != nil {
		return store.Receipt{}, err
	}
	receipt, err := e.store.Commit(ctx, op)
	if err == nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.acted[op.Player] = true
	}
	return receipt, err
}

// Submit implements Ledger.
func (e *signing) Submit(op *store.Op, done func(store.Receipt, error)) {
	go func() { done(e.Commit(context.Background(), op)) }()
}

// SetSetting implements Ledger.
func (e *signing) SetSetting(ctx context.Context, c store.SettingChange) (int64, error) {
	if err := AboveSetting(ctx, e, c.Name); err != nil {
		return 0, err
	}
	return e.store.SetSetting(store.Witnessed(ctx, e.sign), c)
}

// ChangeCatalogue implements View.
func (e *signing) ChangeCatalogue(ctx context.Context, build func(store.Rules) (*store.CatalogueChange, error)) error {
	return e.store.ChangeCatalogue(store.Witnessed(ctx, e.sign), build)
}

// SetProfile implements Ledger.
func (e *signing) SetProfile(ctx context.Context, id store.PlayerID, change store.ProfileChange) error {
	if change.Roles == nil || change != (store.ProfileChange{Roles: change.Roles}) {
		return fmt.Errorf("a profile: %w", ErrUnsigned)
	}
	if e.acting != nil {
		op, err := operators.Roles{Player: id, Roles: *change.Roles}.Op(e.acting.Now())
		if err == nil {
			_, err = e.Commit(ctx, op)
		}
		if err != nil {
			return err
		}
	} else if !e.isTold() {
		return ErrWorth
	}
	return e.store.SetProfile(ctx, id, change)
}

func (e *signing) isTold() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.told
}

// after is ErrUnsigned unless an op of a player was committed, which was signed.
func (e *signing) after(p store.PlayerID, what string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if p == 0 || !e.acted[p] {
		return fmt.Errorf("%s of player %d: %w", what, p, ErrUnsigned)
	}
	return nil
}

// DeleteSessions implements Ledger.
func (e *signing) DeleteSessions(ctx context.Context, p store.PlayerID, except ...[32]byte) ([][32]byte, error) {
	if err := e.after(p, "sessions"); err != nil {
		return nil, err
	}
	return e.store.DeleteSessions(ctx, p, except...)
}

// SetContact implements Ledger.
func (e *signing) SetContact(ctx context.Context, id store.PlayerID, c store.ContactChange) error {
	if err := e.after(id, "contact"); err != nil {
		return err
	}
	return e.store.SetContact(ctx, id, c)
}

// PutFactors implements Ledger.
func (e *signing) PutFactors(ctx context.Context, p store.PlayerID, instead []store.FactorKind,
	added []store.Factor) error {
	if err := e.after(p, "factors"); err != nil {
		return err
	}
	return e.store.PutFactors(ctx, p, instead, added)
}

// NewRoomID implements Ledger.
func (e *signing) NewRoomID(ctx context.Context) (store.RoomID, error) { return e.store.NewRoomID(ctx) }

// ClaimRoom implements Ledger.
func (e *signing) ClaimRoom(ctx context.Context, id store.RoomID) (store.Room, error) {
	return e.store.ClaimRoom(ctx, id)
}

// founding is the ledger of a site without operators, for the change that makes the first: its own key signs it.
type founding struct{ operators.Ledger }

// Commit implements operators.Ledger: ErrUnsigned for all but a change of the roster.
func (f founding) Commit(ctx context.Context, op *store.Op) (store.Receipt, error) {
	if op.Kind != operators.KindRoster {
		return store.Receipt{}, fmt.Errorf("%s: %w", op.Kind, ErrUnsigned)
	}
	return f.Ledger.Commit(ctx, op)
}
