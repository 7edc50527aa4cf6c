package players

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"jadebox/protocol"
	"jadebox/store"
	"jadebox/tools/operator"
)

// Items is the step that lists what an account has; vouchers are no items, and what a room holds is the room's.
type Items struct {
	Account string `arg:"" help:"Name of the account, or #NUMBER."`
	Most    int    `default:"50" help:"How many items at most."`
	Skip    int    `help:"How many of the newest are left out."`
	Gone    bool   `help:"Those that it has no more, too: sold, upgraded, retrieved, voided, replaced."`
}

// states are the words of store.ItemStatus.
var states = [...]string{
	store.ItemInBackpack:       "in the backpack",
	store.ItemUpgraded:         "upgraded",
	store.ItemSold:             "sold",
	store.ItemAwaitingDelivery: "awaiting delivery",
	store.ItemRetrievalFailed:  "retrieval failed",
	store.ItemRetrieved:        "retrieved",
	store.ItemVoided:           "voided",
	store.ItemRejected:         "rejected",
	store.ItemRepeatedFailures: "failed repeatedly",
	store.ItemOffersRejected:   "offers rejected",
	store.ItemReplaced:         "replaced",
}

// owned are the states of what is still the player's.
var owned = []store.ItemStatus{store.ItemInBackpack, store.ItemAwaitingDelivery, store.ItemRetrievalFailed,
	store.ItemRejected, store.ItemRepeatedFailures, store.ItemOffersRejected}

// Run lists them.
func (o Items) Run(ctx context.Context, s *operator.Session, c *Command) error {
	if o.Most < 1 || o.Most > recordsMost || o.Skip < 0 {
		return fmt.Errorf("--most is 1 to %d, and --skip 0 or more", recordsMost)
	}
	return s.With(ctx, c.Database, func(db operator.View) error {
		p, err := account(ctx, db, o.Account)
		if err != nil {
			return err
		}
		q := store.ItemQuery{Owner: p.ID, Statuses: owned, Page: store.Page{Offset: o.Skip, Limit: o.Most}}
		if o.Gone {
			q.Statuses = nil
		}
		list, all, err := db.Items(ctx, q)
		if err != nil {
			return err
		}
		defs, err := db.ItemDefs(ctx)
		if err != nil {
			return err
		}
		called := make(map[store.DefID]string, len(defs))
		for _, d := range defs {
			called[d.ID] = d.Name.En
		}
		t := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "time\titem\tname\tgems\tstate\tmade by")
		for _, i := range list {
			fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%d\n", i.At.UTC().Format(time.RFC3339), i.ID, called[i.Def],
				protocol.Gems(i.ValueCents), states[i.Status], i.Op)
		}
		if err := t.Flush(); err != nil {
			return err
		}
		s.Printf("%d of %d items\n", len(list), all)
		return nil
	})
}
