package sectest

import (
	"bytes"
	"sync"

	"jadebox/protocol"
)

// taskBoxes: a box whose task is done opens once in its time. The calls take no key, as the specification has it, so
// that what was opened is answered again.
func (c *check) taskBoxes(p *player) {
	type box struct {
		ID        int  `json:"id"`
		BoxType   int  `json:"boxType"`
		Claimable bool `json:"claimable"`
		Flag      bool `json:"flag"`
	}
	const boxesCents = 10_000 // enough for those below
	c.recharge(p, boxesCents)
	for range 10 { // what the daily box of items asks for
		c.open(p, c.people().box, 5, nil, nil)
	}
	const itemsTo = 3 // types up to it hold items, those above it props
	boxes := func() []box { return must[[]box](c, "task boxes", p.get("/api/home/task/box")) }
	opened := map[string]bool{}
	for _, b := range boxes() {
		path, items := "/api/task/open", 1
		if b.BoxType > itemsTo {
			path, items = "/api/task/openTaskGive", 0
		}
		if !b.Claimable || opened[path] {
			continue
		}
		opened[path] = true
		before := c.info(p).BagNum
		answers := make([]answer, rivals)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() { answers[i] = p.post(path, fields{"boxId": b.ID}) })
		}
		all.Wait()
		var first []byte
		for _, a := range answers {
			a.Data = bytes.Replace(a.Data, []byte(`"repeated":true`), []byte(`"repeated":false`), 1)
			switch {
			case a.Code == protocol.CodeBusy || a.Code == protocol.CodeBeaconWait:
			case a.Code != protocol.OK:
				c.errorf("task box %d: %s", b.ID, a)
			case first == nil:
				first = a.Data
			case !bytes.Equal(first, a.Data):
				c.errorf("task box %d brought %.200s and %.200s", b.ID, first, a.Data)
			}
		}
		if got := c.info(p).BagNum - before; first == nil || got != items {
			c.errorf("opening task box %d %d times brought %d items, want %d", b.ID, rivals, got, items)
		}
	}
	if !opened["/api/task/open"] {
		c.errorf("a player who has opened, traded and upgraded can open no task box: nothing was tried")
	}
	for _, b := range boxes() {
		if b.Flag && b.Claimable {
			c.errorf("task box %d is claimed and can be claimed", b.ID)
		}
	}
}
