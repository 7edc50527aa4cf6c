package httpapi

import (
	"context"
	"errors"
	"testing"

	dto "github.com/prometheus/client_model/go"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

func TestLoginsAreCountedByTheirAnswer(t *testing.T) {
	var answer error
	do := entry("a way of this test", func(context.Context, *call.Caller, int) (int, error) { return 1, answer })
	for _, answer = range []error{nil, nil, apierr.New(protocol.CodeCredentials), apierr.New(protocol.CodeRateLimited),
		apierr.New(protocol.CodeBusy), errors.New("the store is away")} {
		if out, err := do(t.Context(), nil, 0); out != 1 || !errors.Is(err, answer) {
			t.Errorf("the call's own answer is lost: %v, %v", out, err)
		}
	}
	for as, want := range map[string]float64{"in": 2, "refused": 2, "held off": 2} {
		var m dto.Metric
		if err := logins.WithLabelValues("a way of this test", as).Write(&m); err != nil {
			t.Fatal(err)
		}
		if got := m.GetCounter().GetValue(); got != want {
			t.Errorf("%s: %v, want %v", as, got, want)
		}
	}
}
