package sharecard

import (
	"container/list"
	"context"
	"errors"
	"sync"
)

// ErrBusy is returned where too many wait for a card to be drawn (waitingMax).
var ErrBusy = errors.New("sharecard: busy")

const (
	waitingMax = 8
	keptBytes  = 16 << 20 // of pictures that were drawn; about a hundred
)

// Service draws cards and keeps them.
type Service struct {
	art   Art
	lines chan struct{} // one for each caller that draws or waits
	brush chan struct{} // held while a card is drawn

	mu    sync.Mutex
	kept  map[[32]byte]*list.Element
	order *list.List // newest first
	bytes int
}

type drawn struct {
	key [32]byte
	png []byte
}

// NewService makes a service that finds its pictures in the client's art.
func NewService(art Art) *Service {
	return &Service{art: art, lines: make(chan struct{}, waitingMax+1), brush: make(chan struct{}, 1),
		kept: map[[32]byte]*list.Element{}, order: list.New()}
}

// Has reports whether a card lies ready: showing it costs nothing.
func (d *Service) Has(c Card) bool { return d.take(c.key()) != nil }

// Picture is the card's PNG, drawn now unless it lies ready. ErrBusy: come back later.
func (d *Service) Picture(ctx context.Context, c Card) ([]byte, error) {
	key := c.key()
	if png := d.take(key); png != nil {
		return png, nil
	}
	select {
	case d.lines <- struct{}{}:
		defer func() { <-d.lines }()
	default:
		return nil, ErrBusy
	}
	select {
	case d.brush <- struct{}{}:
		defer func() { <-d.brush }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if png := d.take(key); png != nil { // drawn for another request meanwhile
		return png, nil
	}
	png, err := paint(c, d.art)
	if err != nil {
		return nil, err
	}
	d.keep(key, png)
	return png, nil
}

func (d *Service) take(key [32]byte) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.kept[key]
	if e == nil {
		return nil
	}
	d.order.MoveToFront(e)
	return e.Value.(drawn).png
}

func (d *Service) keep(key [32]byte, png []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.kept[key] = d.order.PushFront(drawn{key, png})
	for d.bytes += len(png); d.bytes > keptBytes; {
		last := d.order.Remove(d.order.Back()).(drawn)
		delete(d.kept, last.key)
		d.bytes -= len(last.png)
	}
}
