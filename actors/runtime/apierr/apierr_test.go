package apierr

import (
	"errors"
	"fmt"
	"testing"

	"jadebox/protocol"
	"jadebox/store"
)

func TestACodeSurvivesWrapping(t *testing.T) {
	cause := errors.New("cause")
	wrapped := fmt.Errorf("around: %w", Wrap(protocol.CodeFunds, cause))
	if Code(wrapped) != protocol.CodeFunds || !errors.Is(wrapped, cause) ||
		!errors.Is(wrapped, New(protocol.CodeFunds)) {
		t.Errorf("%v has code %d", wrapped, Code(wrapped))
	}
	if errors.Is(wrapped, New(protocol.CodeBusy)) || Code(nil) != protocol.OK || Code(cause) != protocol.CodeInternal {
		t.Error("codes are mixed up")
	}
}

func TestSentinelsOfTheStoreHaveNumbers(t *testing.T) {
	for err, want := range map[error]protocol.Code{
		store.ErrKeyReused: protocol.CodeKeyReused, store.ErrFunds: protocol.CodeFunds,
		store.ErrItemState: protocol.CodeItemState,
		store.ErrNotFound:  protocol.CodeNotFound, store.ErrUnknown: protocol.CodeTimeout,
		store.ErrFull: protocol.CodeBusy, store.ErrNodeLost: protocol.CodeBusy,
		store.ErrFenced: protocol.CodeBusy, store.ErrRoomState: protocol.CodeBusy, store.ErrNonce: protocol.CodeBusy,
		store.ErrInvalid: protocol.CodeInternal, errors.New("driver"): protocol.CodeInternal,
		New(protocol.CodeCount): protocol.CodeCount,
	} {
		got := FromStore(fmt.Errorf("engine: %w", err))
		if Code(got) != want || !errors.Is(got, err) {
			t.Errorf("%v became %d, want %d", err, Code(got), want)
		}
	}
	if FromStore(nil) != nil {
		t.Error("nil became an error")
	}
}
