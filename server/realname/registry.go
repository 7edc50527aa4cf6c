package realname

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"jadebox/server/gateway"
)

// ErrMismatch means that a name and a card number are not one person's.
var ErrMismatch = errors.New("realname: name and number are not one person's")

// ErrRegistry means that the registry did not say.
var ErrRegistry = errors.New("realname: the registry does not answer")

// Registry is the port to a service that knows people: an engine for a site's provider, and one for a demo. What it has
// not confirmed takes no number, so that no account keeps another's from its owner. Safe for concurrent use.
type Registry interface {
	// Name is kept with what it has confirmed: short, never empty.
	Name() string
	// Check is nil when name and number are one person's, ErrMismatch when they are not, else ErrRegistry. Errors show
	// neither. It is told nothing of the account.
	Check(ctx context.Context, p Person) error
}

// Names that the sandbox does not confirm, and does not answer for.
const (
	SandboxNobody = "查无此人"
	SandboxSilent = "无应答"
)

// Sandbox confirms all but two names. It is for demos and tests: a live site refuses it.
type Sandbox struct{}

// Name implements Registry.
func (Sandbox) Name() string { return "sandbox" }

// Check implements Registry.
func (Sandbox) Check(_ context.Context, p Person) error {
	switch p.Name {
	case SandboxNobody:
		return ErrMismatch
	case SandboxSilent:
		return ErrRegistry
	}
	return nil
}

// HTTP asks a provider, or a gateway in front of one: a POST of {"name", "card"} as JSON, which is answered 200 with
// {"match": true} or {"match": false}. Anything else is no answer.
type HTTP gateway.Gateway

// Name implements Registry.
func (HTTP) Name() string { return "http" }

// Check implements Registry.
func (h HTTP) Check(ctx context.Context, p Person) error {
	status, body, err := gateway.Gateway(h).Post(ctx, p)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRegistry, err)
	}
	if status != http.StatusOK {
		return fmt.Errorf("%w: status %d", ErrRegistry, status)
	}
	var verdict struct {
		Match *bool `json:"match"`
	}
	err = json.NewDecoder(bytes.NewReader(body)).Decode(&verdict)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrRegistry, err)
	case verdict.Match == nil:
		return fmt.Errorf("%w: no verdict", ErrRegistry)
	case !*verdict.Match:
		return ErrMismatch
	}
	return nil
}

var (
	_ Registry = Sandbox{}
	_ Registry = HTTP{}
)
