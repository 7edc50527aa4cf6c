// Package players finds an account for support, shows what it has and what it did, and acts on it:
// suspends it, ends its sessions, takes its phone off it (actors/player/support). It is the operator's command, and
// moves nothing. Deliberately absent: a way to do this over the network, and real names, which only the server's keys
// open.
package players

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/lists/statement"
	"jadebox/actors/room"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/server/sms"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Command is `jadebox players`.
type Command struct {
	operator.Database
	Find    Find    `cmd:"" help:"Whose a phone, an order, an item or an operation is."`
	Show    Show    `cmd:"" help:"An account: who it is, and what it has."`
	Items   Items   `cmd:"" help:"The items of an account, the newest first, with where each is and which operation made it."`
	Records Records `cmd:"" help:"What an account did and got, the newest first, with where each proof is."`

	Suspend     Suspend     `cmd:"" help:"Shut an account out until a time: it neither logs in nor plays, and is given nothing."`
	Lift        Lift        `cmd:"" help:"End a suspension before its time."`
	EndSessions EndSessions `cmd:"" help:"Log an account out everywhere."`
	ResetPhone  ResetPhone  `cmd:"" help:"Unbind an account's phone, and log it out everywhere."`

	ResetSecondFactor ResetSecondFactor `cmd:"" help:"Take the second factor off an account, with its recovery codes, and log it out everywhere."`
}

// Steps of the command.
type (
	Find struct {
		Phone string `xor:"what" required:"" placeholder:"NUMBER" help:"A bound phone."`
		Steam string `xor:"what" required:"" placeholder:"ID" help:"A bound Steam account, 17 digits."`
		Code  string `xor:"what" required:"" placeholder:"CODE" help:"A promotion code."`
		Op    int64  `xor:"what" required:"" placeholder:"NUMBER" help:"An operation: of a record, an order, a withdrawal, a retrieval, or before the - of a proof."`
		Item  int64  `xor:"what" required:"" placeholder:"NUMBER" help:"An item."`
	}
	Show struct {
		Account string `arg:"" help:"Name of the account, or #NUMBER."`
	}
	Records struct {
		Account string    `arg:"" help:"Name of the account, or #NUMBER."`
		Most    int       `default:"50" help:"How many records at most."`
		Skip    int       `help:"How many of the newest are left out."`
		Since   time.Time `placeholder:"TIME" help:"From a time on, such as 2030-05-06T12:00:00Z."`
		Until   time.Time `placeholder:"TIME" help:"Before a time."`
		Kind    string    `placeholder:"NAME" help:"Of one kind, as statements name it: open, battle, sell, pay …"`
	}
)

// recordsMost bounds one listing.
const recordsMost = 1_000

var names = statement.NamesOf(kinds.All)

// Run finds it.
func (o Find) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		var p store.Player
		var err error
		switch {
		case o.Phone != "":
			p, err = db.PlayerByPhone(ctx, o.Phone)
		case o.Steam != "":
			p, err = db.PlayerBySteam(ctx, o.Steam)
		case o.Code != "":
			p, err = db.PlayerBySpreadCode(ctx, o.Code)
		case o.Op != 0:
			return o.op(ctx, s, db)
		default:
			return o.item(ctx, s, db)
		}
		if err != nil {
			return err
		}
		return tell(ctx, s, db, p)
	})
}

func (o Find) op(ctx context.Context, s *operator.Session, db operator.View) error {
	op, err := db.Op(ctx, store.OpID(o.Op))
	if err != nil {
		return err
	}
	s.Printf("operation %d: %s at %s\n", op.ID, op.Kind, op.At.UTC().Format(time.RFC3339))
	owners := []store.PlayerID{op.Player}
	if op.Player == 0 {
		s.Printf("of the house; it changed what these have:\n")
		owners = op.Others()
	}
	for _, id := range owners {
		p, err := db.LoadPlayer(ctx, id)
		if err != nil {
			return err
		}
		if err := tell(ctx, s, db, p); err != nil {
			return err
		}
	}
	return nil
}

func (o Find) item(ctx context.Context, s *operator.Session, db operator.View) error {
	list, err := db.ItemsByID(ctx, []store.ItemID{store.ItemID(o.Item)})
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("%w: item %d", store.ErrNotFound, o.Item)
	}
	i := list[0]
	s.Printf("item %d: definition %d, %d cents, %s, made by operation %d at %s\n", i.ID, i.Def, i.ValueCents,
		states[i.Status], i.Op, i.At.UTC().Format(time.RFC3339))
	if i.Owner <= 0 {
		s.Printf("held by room %d\n", -i.Owner)
		return nil
	}
	p, err := db.LoadPlayer(ctx, i.Owner)
	if err != nil {
		return err
	}
	return tell(ctx, s, db, p)
}

// Run shows it.
func (o Show) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.With(ctx, c.Database, func(db operator.View) error {
		p, err := account(ctx, db, o.Account)
		if err != nil {
			return err
		}
		if err := tell(ctx, s, db, p); err != nil {
			return err
		}
		return tellActs(ctx, s, db, p)
	})
}

// account finds a name, or with # a number.
func account(ctx context.Context, db operator.View, name string) (store.Player, error) {
	number, ok := strings.CutPrefix(name, "#")
	if !ok {
		return db.PlayerByName(ctx, name)
	}
	var id store.PlayerID
	if _, err := fmt.Sscanf(number+"\n", "%d\n", &id); err != nil || id < 1 {
		return store.Player{}, fmt.Errorf("%q is no number of an account", name)
	}
	return db.LoadPlayer(ctx, id)
}

func tell(ctx context.Context, s *operator.Session, db operator.View, p store.Player) error {
	contact, err := db.Contact(ctx, p.ID)
	if err != nil {
		return err
	}
	tokens, err := db.Balance(ctx, store.PlayerTokens(p.ID))
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	line := func(name, format string, a ...any) { fmt.Fprintf(t, "%s\t%s\n", name, fmt.Sprintf(format, a...)) }
	line("account", "%s, #%d%s", p.Name, p.ID, kindOf(p))
	if p.Login != p.Name {
		line("logs in as", "%s", p.Login)
	}
	line("registered", "%s, language %s", p.At.UTC().Format(time.RFC3339), p.Language)
	if p.InvitedBy != 0 {
		line("invited by", "#%d", p.InvitedBy)
	}
	line("phone", "%s", orNone(sms.Masked(contact.Phone)))
	line("Steam", "%s", orNone(contact.SteamID))
	switch n := contact.RealName; {
	case n.At.IsZero():
		line("real name", "none")
	case n.By == "":
		line("real name", "declared at %s, confirmed by no registry", n.At.UTC().Format(time.RFC3339))
	default:
		line("real name", "confirmed at %s by registry %q", n.At.UTC().Format(time.RFC3339), n.By)
	}
	if err := tellFactors(ctx, db, p.ID, line); err != nil {
		return err
	}
	line("gems",
		"%s, of which gifts are still to be staked %s", protocol.Gems(p.GemsCents), protocol.Gems(p.ToPlayCents))
	line("R$", "%s", protocol.Gems(p.RealCents))
	line("others", "%d wish cards, %d fragments, %d tokens", p.WishCards, p.Fragments, tokens)
	line("backpack", "%d items, %d vouchers had", p.BagCount, p.Vouchers)
	out, err := operator.ShutOut(ctx, db, p.ID, s.Now())
	if err != nil {
		return err
	}
	if out != "" {
		line("shut out", "%s", out)
	}
	return t.Flush()
}

// tellFactors adds a line for each second factor, with when it was set up.
func tellFactors(ctx context.Context, db operator.View, id store.PlayerID,
	line func(name, format string, a ...any)) error {
	list, err := db.Factors(ctx, id)
	if err != nil {
		return err
	}
	const name = "second factor"
	recovery := 0
	for _, f := range list {
		at := f.At.UTC().Format(time.RFC3339)
		switch {
		case f.Kind == store.FactorApp:
			line(name, "authenticator app, set up at %s", at)
		case f.Kind == store.FactorRecovery:
			recovery++
		case f.Used.IsZero():
			line(name, "passkey %q, set up at %s, not used yet", f.Name, at)
		default:
			line(name, "passkey %q, set up at %s, last used at %s", f.Name, at, f.Used.UTC().Format(time.RFC3339))
		}
	}
	if len(list) == 0 {
		line(name, "none")
	} else {
		line("recovery codes", "%d left", recovery)
	}
	return nil
}

func kindOf(p store.Player) string {
	switch {
	case p.Bot:
		return ", a house player"
	case p.Roles.Has(store.RoleStreamer):
		return ", a streamer"
	}
	return ""
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// Run lists them.
func (o Records) Run(ctx context.Context, s *operator.Session, c *Command) error {
	if o.Most < 1 || o.Most > recordsMost || o.Skip < 0 {
		return fmt.Errorf("--most is 1 to %d, and --skip 0 or more", recordsMost)
	}
	of := names.Kinds(o.Kind)
	if len(of) == 0 {
		return fmt.Errorf("--kind is one of %s", strings.Join(names.All(), ", "))
	}
	return s.With(ctx, c.Database, func(db operator.View) error {
		p, err := account(ctx, db, o.Account)
		if err != nil {
			return err
		}
		list, all, err := db.Ops(ctx, store.OpQuery{Player: p.ID, Kinds: of, Others: true,
			Page: store.Page{Offset: o.Skip, Limit: o.Most, Since: o.Since, Until: o.Until}})
		if err != nil {
			return err
		}
		t := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "time\toperation\tkind\tgems\tR$\titems\tproof")
		for i := range list {
			op := &list[i]
			a := statement.AmountsOf(&op.Op, p.ID)
			fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%+d\t%s\n", op.At.UTC().Format(time.RFC3339), op.ID, op.Kind,
				protocol.Gems(a[statement.Gems]), protocol.Gems(a[statement.Real]), items(op, p.ID), proof(op))
		}
		if err := t.Flush(); err != nil {
			return err
		}
		s.Printf("%d of %d records\n", len(list), all)
		return nil
	})
}

// items is how many more, or fewer, are in the backpack after an op.
func items(op *store.OpRecord, p store.PlayerID) (n int) {
	for _, i := range op.NewItems {
		if i.Owner == p {
			n++
		}
	}
	for _, m := range op.Moves {
		if m.From.Owner == p && m.From.Status == store.ItemInBackpack {
			n--
		}
		if m.To.Owner == p && m.To.Status == store.ItemInBackpack {
			n++
		}
	}
	return n
}

// proof is what /api/fair/result and `jadebox verify --site` are asked for: the first draw of an opening or an upgrade,
// or the room that was played, once it is over. "" of anything that drew nothing.
func proof(op *store.OpRecord) string {
	if op.Room != nil {
		if _, played := kinds.All.Of(op.Room.Kind); played {
			return op.Room.Kind + "-" + room.ID(op.Room.Room)
		}
		return ""
	}
	drawn := func(l store.LogLeaf) bool {
		_, result := fairlog.KeyResult.Cut(l.Key)
		return result
	}
	if slices.ContainsFunc(op.Leaves, drawn) {
		return fmt.Sprintf("%d-0", op.ID)
	}
	return ""
}
