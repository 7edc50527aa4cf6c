// Package directory finds and runs actors: a request goes to (kind, id) and the actor is spawned on demand.
//
// Embedded is the one-node implementation on protoactor; a cluster implements the same interface (docs/cluster.md).
// Kinds see an Activation and never protoactor, so that they do not know where they run. Deliberately absent: rules,
// the store, and any promise that an identity is active only once: the store's fences protect money
// (docs/reliability-security.md).
package directory

import (
	"context"
	"fmt"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
)

// Directory delivers requests to actors by kind and id.
type Directory interface {
	// Request sends msg and waits for the answer, at most until ctx ends: then the outcome is open (CodeTimeout) and a
	// command is to be repeated with the same key.
	Request(ctx context.Context, kind, id string, msg any) (any, error)
	// Post is Request for callers that must not wait, actors above all: done is called exactly once, from any
	// goroutine, and must return at once. A nil done sends a notice.
	Post(kind, id string, msg any, done func(any, error))
}

// Ask is Request with a typed answer.
func Ask[Reply any](ctx context.Context, d Directory, kind, id string, msg any) (Reply, error) {
	v, err := d.Request(ctx, kind, id, msg)
	if err != nil {
		var none Reply
		return none, err
	}
	return replyAs[Reply](v, msg)
}

func replyAs[Reply any](v, msg any) (Reply, error) {
	reply, ok := v.(Reply)
	if !ok {
		return reply, apierr.Wrap(protocol.CodeInternal, fmt.Errorf("%T was answered with %T, want %T", msg, v, reply))
	}
	return reply, nil
}
