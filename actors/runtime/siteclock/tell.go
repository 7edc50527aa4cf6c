package siteclock

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"jadebox/store"
)

// toldKey is where a site keeps how far its clock is from the database's, while it is, for commands that write beside
// it: what they date otherwise would be of a time to come for the site, or of one that its seals are past.
const toldKey = "site.clock"

// toldFor is how long after it was told that counts: a site tells it again every half minute while it runs.
const toldFor = 2 * time.Minute

// told is what is kept.
type told struct {
	AheadMS int64     `json:"aheadMs"` // of the database's time
	At      time.Time `json:"at"`      // the database's
}

// Keeper keeps what a site tells.
type Keeper interface {
	PutKept(ctx context.Context, key string, value []byte) error
}

// Tell keeps how far the site's clock is from the database's, there its time. While they agree there is nothing to say.
func (c *Clock) Tell(ctx context.Context, db Keeper, there time.Time) error {
	ahead := c.Now().Sub(there)
	if ahead.Abs() <= differs {
		return nil
	}
	text, err := json.Marshal(told{ahead.Milliseconds(), there.UTC()})
	if err != nil {
		return err
	}
	return db.PutKept(ctx, toldKey, text)
}

// Beside takes the time of the site that runs on a database, and the database's own when none says that they differ.
func (c *Clock) Beside(ctx context.Context, db interface {
	Database
	Kept(ctx context.Context, key string) ([]byte, error)
}) error {
	if err := c.Start(ctx, db, 0); err != nil {
		return err
	}
	text, err := db.Kept(ctx, toldKey)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	var said told
	if err := json.Unmarshal(text, &said); err != nil {
		return fmt.Errorf("kept under %s: %w", toldKey, err)
	}
	if age := c.Now().Sub(said.At); age.Abs() > toldFor {
		return nil
	}
	return c.Start(ctx, db, time.Duration(said.AheadMS)*time.Millisecond)
}
