package client

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Paths of payments and task boxes.
const (
	PathQuote = "/api/pay/quote"
	PathOrder = "/api/pay/order"
	PathTasks = "/api/home/task/box"
	PathTask  = "/api/task/open"         // boxes of items
	PathProp  = "/api/task/openTaskGive" // boxes of props
)

// PayByPage is the channel whose order is paid on a page of the provider, which is the sandbox's in a demo.
const PayByPage = 3

// Quote answers GET PathQuote.
type Quote struct {
	PriceCents int64 `json:"priceCents"`
	BonusCents int64 `json:"bonusCents"`
}

// MakeOrder is the body of POST PathOrder.
type MakeOrder struct {
	Type       int   `json:"type"`
	GemsCents  int64 `json:"gemsCents"`
	PriceCents int64 `json:"priceCents"`
	BonusCents int64 `json:"bonusCents"`
}

// Order answers MakeOrder and GET PathOrder/{id}.
type Order struct {
	ID         string `json:"id"`
	State      string `json:"state"`
	GemsCents  int64  `json:"gemsCents"`
	BonusCents int64  `json:"bonusCents"`
	URL        string `json:"url"` // of the page, below the server's own address in a demo
}

// TaskBox is one of the list that GET PathTasks answers.
type TaskBox struct {
	ID        int  `json:"id"`
	BoxType   int  `json:"boxType"`
	Claimable bool `json:"claimable"`
}

// HoldsItems reports whether PathTask opens it, and not PathProp.
func (b TaskBox) HoldsItems() bool { return b.BoxType <= 3 }

// OpenTask is the body of both.
type OpenTask struct {
	BoxID int `json:"boxId"`
}

// TaskGiven is one of the list that both answer; the first is the result.
type TaskGiven struct {
	ItemID string `json:"itemId"`
	Type   string `json:"activityRewardType"`
	Num    int64  `json:"receiveNum"`
}

// PayOnPage does on the sandbox's page what a payer does; the answer comes when the provider's webhook was answered.
func (t Target) PayOnPage(ctx context.Context, page string) error {
	if !strings.HasPrefix(page, "/") {
		return fmt.Errorf("%w: the page %q is not the server's own: only a demo's sandbox is paid", ErrMalformed, page)
	}
	ctx, cancel := context.WithTimeout(ctx, t.timeout())
	defer cancel()
	form := strings.NewReader(url.Values{"act": {"pay"}}.Encode())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+t.Host+page, form)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, replyBytes))
	if res.StatusCode != http.StatusOK {
		return &Refusal{Status: res.StatusCode, Message: "the page of the payment"}
	}
	return nil
}
