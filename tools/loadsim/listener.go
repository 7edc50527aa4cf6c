package loadsim

import (
	"context"
	"errors"
	"sync"
	"time"

	"jadebox/tools/loadsim/check"
	"jadebox/tools/loadsim/client"
)

// heartEvery is how often a client of the JSON channels asks whether the server is there.
const heartEvery = 5 * time.Second

// playChannels reads the JSON channels of its part until the time is over, and reconnects to one that it loses.
func (b *bot) playChannels(ctx context.Context) {
	var all sync.WaitGroup
	for _, name := range b.part.Channels {
		all.Go(func() {
			for attempt := 0; !b.over() && ctx.Err() == nil; attempt++ {
				if b.hearChannel(ctx, name) {
					attempt = 0
				}
				if !b.over() {
					backOff(ctx, attempt+3)
				}
			}
		})
	}
	all.Wait()
}

// hearChannel reports whether there was a welcome.
func (b *bot) hearChannel(ctx context.Context, name string) bool {
	path, token := name, ""
	if name == "drop" {
		path, token = name+"/"+b.account.Player, b.account.Token
	}
	op, begun := "channel."+name, time.Now()
	c, err := client.DialChannel(ctx, b.conn.Target, path, token)
	if err != nil {
		b.hold(name, err)
		b.failed(op, err, true)
		return false
	}
	b.recorder.Done(op, time.Since(begun))
	b.recorder.Sockets.Add(1)
	defer b.recorder.Sockets.Add(-1)
	asked := make(chan time.Time, 1) // when a heart check was sent that is not answered yet
	lost := make(chan error, 1)
	go func() {
		for {
			m, heart, err := c.Next()
			if err != nil {
				lost <- err
				return
			}
			switch {
			case heart:
				select {
				case at := <-asked:
					b.recorder.Done("channel.heart", time.Since(at))
				default:
					b.findings.Hold(false, check.Frames, b.account.Name,
						"channel %s answers a heart check that nobody made", name)
				}
			case m.ErrCode != 0:
				b.recorder.Failed(failure(op, errors.New(m.ErrMsg)), false)
			default:
				b.recorder.Delivered(1)
			}
		}
	}()
	for beat := time.NewTicker(heartEvery); ; {
		select {
		case asked <- time.Now():
			if err := c.Heart(); err != nil { // the reader is told, too
				c.Close()
				b.lostChannel(name, <-lost)
				return true
			}
		default: // the last one is not answered yet
		}
		select {
		case err := <-lost:
			beat.Stop()
			c.Close()
			b.lostChannel(name, err)
			return true
		case <-b.playing:
		case <-ctx.Done():
		case <-beat.C:
			continue
		}
		beat.Stop()
		c.Close()
		<-lost
		return true
	}
}

func (b *bot) lostChannel(name string, err error) {
	b.hold(name, err)
	b.recorder.Failed(failure("channel."+name, err), false)
}

// hold notes what a channel must never send.
func (b *bot) hold(name string, err error) {
	b.findings.Hold(!errors.Is(err, client.ErrFrame), check.Frames, b.account.Name, "channel %s: %v", name, err)
}
