package store

import (
	"context"
	"time"
)

// NodeID is one life of a process that serves the site beside others. The database gives it when the process enters,
// and never again: a process that has lost its lease comes back under another, and what it had under way stays outside.
type NodeID int64

// NodeRole is what a node does.
type NodeRole uint8

const (
	NodeBoth    NodeRole = iota // holds sockets and runs actors
	NodeGateway                 // holds sockets only
	NodeGame                    // runs actors only
)

// NodeEntry is what a process says of itself when it enters.
type NodeEntry struct {
	Name    string // for the list of nodes
	Address string // host:port at which other nodes reach it
	Role    NodeRole
	Release string
	WireMin int // versions of messages between nodes that it understands, from
	WireMax int // to
}

// NodeLoad is what a process says of itself with each renewal.
type NodeLoad struct {
	Load   int // actors that it runs
	Online int // sockets that it holds
}

// Node is a process that has entered, until it is buried or leaves.
type Node struct {
	ID NodeID
	NodeEntry
	NodeLoad
	LeaseUntil time.Time // by the clock of the store
}

// Actor names what one node runs at a time: an identity of a kind.
type Actor struct{ Kind, ID string }

// Owner says which node runs an actor, 0 for none, and since which epoch. Epochs of an actor only grow.
type Owner struct {
	Actor
	Node  NodeID
	Epoch int64
}

// BuryAfter is how long a lease must have run out before its node can be buried, beside what the one who buries has
// waited by a clock of their own.
const BuryAfter = 250 * time.Millisecond

// EpochStep is by how much the epoch of an actor grows with each claim, at least: the numbers between are for what its
// activation begins anew.
const EpochStep = 16

// Nodes keeps which processes serve the site together, and which of them runs an actor (docs/cluster.md).
type Nodes interface {
	// EnterNode begins a life, with a lease that runs from now on. It is durable when EnterNode returns.
	EnterNode(ctx context.Context, n NodeEntry, lease time.Duration) (NodeID, error)
	// RenewNode has the lease run from now on, and returns the time of the store. ErrNodeLost, for good, when it has
	// run out or the node is buried. An engine does not let it wait behind other calls.
	RenewNode(ctx context.Context, id NodeID, l NodeLoad, lease time.Duration) (now time.Time, err error)
	// Nodes lists those that have neither left nor been buried, by id, whether their lease runs or not.
	Nodes(ctx context.Context) ([]Node, error)
	// BuryNode ends a node whose lease ran out BuryAfter ago, and reports whether this call did. It waits for what the
	// node has under way, a second at most: then it is an error, and the caller asks again. What the node writes
	// afterwards is refused (Guard).
	BuryNode(ctx context.Context, id NodeID) (bool, error)
	// LeaveNode ends the caller's own life, whatever its lease. It waits for what is under way.
	LeaveNode(ctx context.Context, id NodeID) error
	// Guard has whatever this engine writes from now on begin with a look at a node: ops, registrations, names,
	// ClaimRoom, OpenSeedEpoch, AppendLog, PutKeptIf. ErrNodeLost, and nothing is applied, when its lease has run out,
	// it is buried or has left. A key that is stored is answered all the same. An engine without Guard asks nothing.
	// What waits is written for the node of when its turn comes: a process that comes back as another ends what waits
	// before.
	Guard(id NodeID)

	// ClaimActors makes a node the owner of actors that have none, are its own, or belong to a dead node, and returns
	// the owners of all of them by kind and id: of those that another node runs, that one. ErrNodeLost when the node
	// that claims has lost its lease.
	ClaimActors(ctx context.Context, by NodeID, actors []Actor) ([]Owner, error)
	// ReleaseActors gives up what a node owns under an epoch. What it no longer owns so stays as it is.
	ReleaseActors(ctx context.Context, owned []Owner) error
}
