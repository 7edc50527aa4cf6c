// Package gateway posts JSON to an operator's own gateway in front of a provider, or to the provider. Deliberately
// absent: retries, and what an answer means; both are the caller's.
package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	within    = 10 * time.Second // for the whole call
	bodyBytes = 64 << 10         // of an answer that are read
)

// Gateway is where it stands, and how it knows who asks.
type Gateway struct {
	URL    string
	Secret string // sent as a bearer token; "" for none
	Client *http.Client
}

// Post sends a value as JSON and returns the status of the answer with at most 64 KiB of its body, which may be cut
// off. An error says that there was no answer within ten seconds.
func (g Gateway) Post(ctx context.Context, value any) (status int, body []byte, err error) {
	body, err = json.Marshal(value)
	if err != nil {
		return 0, nil, fmt.Errorf("gateway: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, g.URL, bytes.NewReader(body))
	if err != nil {
		return 0, nil, fmt.Errorf("gateway: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	if g.Secret != "" {
		r.Header.Set("Authorization", "Bearer "+g.Secret)
	}
	answer, err := g.Client.Do(r)
	if err != nil {
		return 0, nil, fmt.Errorf("gateway: %w", err)
	}
	defer answer.Body.Close()
	body, _ = io.ReadAll(io.LimitReader(answer.Body, bodyBytes)) // the status counts, also of an answer that is cut off
	return answer.StatusCode, body, nil
}
