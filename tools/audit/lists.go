package audit

import (
	"context"
	"encoding/json"
	"time"

	"jadebox/actors/player"
	"jadebox/store"
)

// listings hold the histories that players are shown to what was done: of rooms that they took part in, and of upgrades
// and battles by how they ended. What stands on a list of ops by kinds is read from the journal itself.
func listings(e *store.JournalEntry) (list []store.Listing) {
	if e.Room != nil && e.Room.Member > 0 {
		list = append(list, store.Listing{Entry: store.Entry{Player: e.Room.Member}, Room: e.Room.Room})
	}
	var u struct{ Won bool }
	if e.Kind == player.KindUpgrade && json.Unmarshal(e.Result, &u) == nil {
		ended := player.ListUpgradeLost
		if u.Won {
			ended = player.ListUpgradeWon
		}
		list = append(list, listed(e.Player, ended, e.ID, e.At))
	}
	return list
}

func listed(who store.PlayerID, list string, op store.OpID, at time.Time) store.Listing {
	return store.Listing{Entry: store.Entry{Player: who, List: list}, Op: op, At: at}
}

// lists looks a chunk of ops up.
func lists(ctx context.Context, r *Report, view store.Snapshot, asked []store.Listing) error {
	if len(asked) == 0 {
		return nil
	}
	there, err := view.Listed(ctx, asked)
	if err != nil {
		return err
	}
	for i, a := range asked {
		switch {
		case i < len(there) && there[i]:
		case a.List == "":
			r.violate(Statement, "room %d is not in the history of player %d, who took part in it", a.Room, a.Player)
		default:
			r.violate(Statement, "op %d (or its room %d) is not on the list %s of player %d", a.Op, a.Room, a.List,
				a.Player)
		}
	}
	return nil
}
