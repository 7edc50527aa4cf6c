// Package apierr is the error that actors answer with when the caller is to see a number of the public catalogue.
//
// The edge maps once: errors.As to *Error gives the code, everything else is internal. Deliberately absent: texts,
// HTTP statuses, errors of the store's records (FromStore turns those that a player can cause into codes).
package apierr

import (
	"errors"
	"fmt"

	"jadebox/protocol"
	"jadebox/store"
)

// Error carries a public code. Two are the same error (errors.Is) when their codes are equal.
type Error struct {
	Code   protocol.Code
	Field  string // of what was sent that is refused; "": no one field
	Reason string // why, in English for authors of clients
	Now    *int64 // what holds now instead of what was sent, in its unit
	cause  error
}

// New returns an error without further cause.
func New(code protocol.Code) error { return &Error{Code: code} }

// Invalid refuses a field of what was sent, and says why in English for authors of clients.
func Invalid(code protocol.Code, field, reason string) error {
	return &Error{Code: code, Field: field, Reason: reason}
}

// Changed refuses a price, or what else the player saw, that is another one now.
func Changed(field string, now int64) error {
	return &Error{Code: protocol.CodePriceChanged, Field: field, Reason: "another one holds", Now: &now}
}

// Wrap returns an error that keeps err for the log; the player sees the code only.
func Wrap(code protocol.Code, err error) error { return &Error{Code: code, cause: err} }

// Error is for the log: it tells the cause, which no answer does.
func (f *Error) Error() string {
	switch {
	case f.cause != nil:
		return fmt.Sprintf("error %d: %v", f.Code, f.cause)
	case f.Field != "":
		return fmt.Sprintf("error %d: %s: %s", f.Code, f.Field, f.Reason)
	}
	return fmt.Sprintf("error %d", f.Code)
}

// Unwrap gives the cause, so that a caller below the edge can still match sentinels.
func (f *Error) Unwrap() error { return f.cause }

// Is compares codes.
func (f *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == f.Code
}

// Code is the public number of err: OK for nil, CodeInternal for an error that carries none.
func Code(err error) protocol.Code {
	if err == nil {
		return protocol.OK
	}
	if f, ok := errors.AsType[*Error](err); ok {
		return f.Code
	}
	return protocol.CodeInternal
}

// FromStore gives a store error the code that a player may see; an error with a code already keeps it.
func FromStore(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	for _, m := range storeCodes {
		if errors.Is(err, m.sentinel) {
			return Wrap(m.code, err)
		}
	}
	return Wrap(protocol.CodeInternal, err)
}

var storeCodes = []struct {
	sentinel error
	code     protocol.Code
}{
	{store.ErrKeyReused, protocol.CodeKeyReused},
	{store.ErrFunds, protocol.CodeFunds},
	{store.ErrToPlay, protocol.CodeToPlay},
	{store.ErrItemState, protocol.CodeItemState},
	{store.ErrNotFound, protocol.CodeNotFound},
	{store.ErrUnknown, protocol.CodeTimeout},
	{store.ErrFull, protocol.CodeBusy},
	{store.ErrClosed, protocol.CodeBusy},
	{store.ErrAway, protocol.CodeBusy},
	{store.ErrWentBack, protocol.CodeBusy},
	{store.ErrNodeLost, protocol.CodeBusy},
	{store.ErrFenced, protocol.CodeBusy},
	{store.ErrRoomState, protocol.CodeBusy},
	{store.ErrNonce, protocol.CodeBusy},
	{store.ErrConflict, protocol.CodeBusy},
}
