package catalogue

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"jadebox/server/catalogue"
	"jadebox/server/picture"
	"jadebox/store"
	"jadebox/tools/operator"
)

// OffSale takes one box off sale at once, whatever it is and whenever its sale would end.
type OffSale struct {
	operator.By
	Box store.BoxID `arg:"" help:"Number of the box."`
}

// Run imports the box as it is sold now, but off sale: one change of the chain, as a file of that one box would be.
func (o OffSale) Run(ctx context.Context, s *operator.Session, c *Command) error {
	return s.Act(ctx, c.Database, o.By, func(db operator.Ledger) error {
		operator.Free(db)
		there, err := rules(ctx, db)
		if err != nil {
			return err
		}
		box, err := boxNow(there, o.Box, s.Now())
		if err != nil {
			return err
		}
		box.OffSale, box.From, box.Until = true, time.Time{}, time.Time{}
		f := &catalogue.File{Version: catalogue.Format, Boxes: []catalogue.Box{box}}
		in := catalogue.Import{Who: o.Who(s.Now()), Now: s.Now,
			Rules: catalogue.Rules{Bounds: catalogue.Standard, Hosts: picture.New("", hostOf(box.Image))}}
		if in.Text, err = f.Text(); err != nil {
			return err
		}
		done, err := f.Put(ctx, db, in)
		switch {
		case err != nil:
			return err
		case done.Empty():
			return fmt.Errorf("box %d (%s) is off sale already", box.ID, box.Slug)
		}
		s.Printf("box %d (%s) is off sale from %s on, by %s\n", box.ID, box.Slug, done.From.Format(time.RFC3339Nano),
			in.Author)
		s.InForce()
		return nil
	})
}

// boxNow is a box as it is at a time.
func boxNow(r store.Rules, id store.BoxID, at time.Time) (catalogue.Box, error) {
	f, _ := catalogue.Export(r, at)
	for _, b := range f.Boxes {
		if b.ID == id {
			return b, nil
		}
	}
	return catalogue.Box{}, errors.New("there is no such box: see export -")
}

// hostOf is the origin of a picture that names one: its importer was allowed to.
func hostOf(picture string) []string {
	u, err := url.Parse(picture)
	if err != nil || u.Host == "" {
		return nil
	}
	return []string{u.Scheme + "://" + u.Host}
}
