// Package call is what a call of the site is made of: a Go function from one struct to another, and a Route that says
// who may use it. server/httpapi serves what is added and describes it; the kinds of rooms add theirs from
// server/rooms.
//
// Deliberately absent: requests and answers of net/http, which are server/httpapi's.
package call

import (
	"context"
	"net/http"
	"net/netip"
	"reflect"
	"time"
	"unicode/utf8"

	"jadebox/protocol"
	"jadebox/store"
)

// Access says who may use a call.
type Access uint8

// From public calls to those that change value.
const (
	Anyone      Access = iota + 1 // a token is not looked at; a call that says nothing is not registered
	Viewer                        // a good token identifies the viewer; without one it is a visitor
	NeedsPlayer                   // needs a token
	Keyed                         // and an Idempotency-Key, because it changes value
)

// Route is what a call is besides its function.
type Route struct {
	Name    string // "box.open": operation id, and the name of the sockets' command
	Method  string
	Path    string // pattern of net/http: /api/box/{id}/open
	Access  Access
	Summary string
	Errors  []protocol.Code // beyond those that every call of its access can answer
	// it stakes or spends, so that a player's own limits and pauses may refuse it
	Plays bool
	// it leaves something on the device, so that it is no command of a socket
	OnDevice bool
	// a session alone is not enough for it: who it is was proved in it just now, or the call is refused with
	// CodeConfirm
	StepUp    bool
	Gift      Gift                           // what the house asks of a player before it gives
	ErrorData map[protocol.Code]reflect.Type // data that comes with a refusal, which is null else
}

// Gift says what a call gives (actors/rewards/eligibility).
type Gift uint8

// From nothing to what nothing was staked for.
const (
	NoGift    Gift = iota
	ForPlay        // a part of what was spent: asks who the player is
	ForComing      // without a stake: asks for play of the day, too
)

// Caller is who asks.
type Caller struct {
	Session  store.Session     // zero for a visitor
	Language protocol.Language // one that has every text
	Key      string            // idempotency key of a keyed call
	Address  netip.Addr        // of the client, behind the configured proxies
	Country  string            // two letters, where a configured proxy says it
	Agent    string
	Header   http.Header // of the answer; nil for a command
	Visitor  string      // what a visitor began here and has not ended
	Devices  []string    // what says that this device was here before
	Barred   string      // what says that a player chose an exclusion on this device
	Origin   string      // of the page, https://play.example
}

// Player is 0 for a visitor.
func (c *Caller) Player() store.PlayerID { return c.Session.Player }

// Endpoint is a call with its types erased.
type Endpoint struct {
	Route
	In, Out reflect.Type
	Run     func(ctx context.Context, c *Caller, read func(any) error) (any, error)
}

// Edge serves calls.
type Edge interface{ Register(e Endpoint) }

// Add registers one call: In names its parameters (fields tagged path and query; the rest is the body), Out is the data
// of its envelope.
func Add[In, Out any](to Edge, r Route, do func(context.Context, *Caller, In) (Out, error)) {
	to.Register(Endpoint{r, reflect.TypeFor[In](), reflect.TypeFor[Out](),
		func(ctx context.Context, c *Caller, read func(any) error) (any, error) {
			var in In
			if err := read(&in); err != nil {
				return nil, err
			}
			return do(ctx, c, in)
		}})
}

// TooLong reports whether a text has more characters than most. Characters are Unicode code points: so maxLength of the
// document counts them (JSON Schema, "maxLength"), and so does a person who is told a number of characters.
func TooLong(text string, most int) bool { return utf8.RuneCountInString(text) > most }

// SpreadCodeMax bounds the spread code that a client may send.
const SpreadCodeMax = 32

// None is the input of a call without parameters and the data of one without an answer.
type None struct{}

// Limited is a refusal that says when to come back.
type Limited struct {
	error
	Retry time.Duration
}

// Unwrap is the refusal.
func (l Limited) Unwrap() error { return l.error }

// Later makes a refusal say when to come back.
func Later(err error, retry time.Duration) Limited { return Limited{err, retry} }

// Informative is a refusal that comes with data (product-spec §8, code 615).
type Informative struct {
	error
	Data any
}

// Unwrap is the refusal.
func (i Informative) Unwrap() error { return i.error }

// With gives data to a refusal; its type stands in Route.ErrorData.
func With(err error, data any) Informative { return Informative{err, data} }
