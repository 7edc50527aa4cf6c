//go:build linux

package phases

import (
	"context"
	"slices"
	"sync"

	"jadebox/actors/kinds"
)

// roomKind is how a kind of room is killed. A kind's file registers its own.
type roomKind struct {
	kind   string   // room.Spec.Kind
	phases []string // that a crash point must fall in
	// midway and locked are the operations that have no answer when the first and the second crash point fall.
	midway, locked []string
	seats          int // players of its own
	play           func(stage) game
}

// stage is a cycle as one kind of room sees it.
type stage struct {
	*scenario
	*injector
	players []*player
}

// game is a kind of room in one cycle. What is of no meaning to a kind it leaves to quiet.
type game interface {
	// furnish opens rooms and plays them so far that the first crash point finds them in the middle.
	furnish(context.Context) error
	// midway says what the first crash point falls in. What it returns is begun when all kinds have said so, and is
	// under way when the server dies.
	midway(context.Context) (acts []func(), err error)
	// lock is called at scenario.locksAt, for all kinds at once, and has rooms locked when it returns.
	lock(context.Context) error
	// locked is midway for the second crash point.
	locked(context.Context) (acts []func())
	// over waits until rooms have their results: the third crash point comes then.
	over(context.Context)
	// after is called behind the last crash point.
	after(context.Context)
	// settle adds what rooms brought to the books of their players, and holds the rooms to what was acknowledged.
	settle(context.Context)
}

// quiet does nothing.
type quiet struct{}

func (quiet) furnish(context.Context) error            { return nil }
func (quiet) midway(context.Context) ([]func(), error) { return nil, nil }
func (quiet) lock(context.Context) error               { return nil }
func (quiet) locked(context.Context) []func()          { return nil }
func (quiet) over(context.Context)                     {}
func (quiet) after(context.Context)                    {}
func (quiet) settle(context.Context)                   {}

var registered = map[string]roomKind{}

func killed(k roomKind) bool {
	registered[k.kind] = k
	return true
}

// elsewhere are the kinds that are killed by another part of tools/kill, with which. A kind's file says so.
var elsewhere = map[string]string{}

func killedBy(kind, part string) bool {
	elsewhere[kind] = part
	return true
}

// roomKinds are those that are killed here, or one of them, in the order of actors/kinds.
func roomKinds(one string) (list []roomKind) {
	for _, spec := range kinds.All {
		if k, ok := registered[spec.Kind]; ok && (one == "" || one == spec.Kind) {
			list = append(list, k)
		}
	}
	return list
}

// counts are acknowledged operations by room; players add to them at once.
type counts struct {
	mu sync.Mutex
	of map[string]int
}

func (c *counts) add(room string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[string]int{}
	}
	c.of[room]++
}

// own counts those of ids that are players of this cycle; the others are the house's.
func (c *scenario) own(ids []string) (n int) {
	for _, id := range ids {
		if c.byID(id) != nil {
			n++
		}
	}
	return n
}

// byID is a player of this cycle; nil: of the house.
func (c *scenario) byID(id string) *player {
	if i := slices.IndexFunc(c.all, func(p *player) bool { return p.account.Player == id }); i >= 0 {
		return c.all[i]
	}
	return nil
}
