package delivery

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"jadebox/actors/settings"
	"jadebox/actors/shop/delivery"
	"jadebox/store"
)

// Setting is how the sandbox behaves.
var Setting = &settings.Setting[Behaviour]{Name: "delivery.sandbox", Says: "how the trades of the demo's bot end",
	CostlessBecause: "the demo's deliveries, of items that are paid for",
	Standard:        Usual, Check: Behaviour.Check}

// KindTrade is the op kind of a trade of the sandbox.
const KindTrade = "sandbox.trade"

// Behaviour is how the sandbox's trades end. A trade link whose token begins with one of Tokens chooses for itself, as
// the card numbers of payment sandboxes do.
type Behaviour struct {
	Usual   string            `json:"usual"` // ship, fail, reject, private, slow
	Tokens  map[string]string `json:"tokens"`
	AfterMS int64             `json:"afterMs"` // until a trade has ended
	SlowMS  int64             `json:"slowMs"`  // until a slow one has shipped
}

// Usual is how the sandbox behaves unless told otherwise.
func Usual() Behaviour {
	return Behaviour{Usual: "ship", AfterMS: 3_000, SlowMS: 120_000,
		Tokens: map[string]string{"ship": "ship", "fail": "fail", "deny": "reject", "priv": "private", "slow": "slow"}}
}

var ways = map[string]delivery.State{"ship": delivery.Shipped, "slow": delivery.Shipped, "fail": delivery.Failed,
	"reject": delivery.Declined, "private": delivery.Private}

// Check reports what is not allowed in a behaviour.
func (b Behaviour) Check() error {
	if ways[b.Usual] == "" || b.AfterMS < 0 || b.SlowMS < 0 {
		return fmt.Errorf("delivery: sandbox: %q is none of ship, fail, reject, private, slow", b.Usual)
	}
	for token, way := range b.Tokens {
		if token == "" || ways[way] == "" {
			return fmt.Errorf("delivery: sandbox: token %q: %q is none of ship, fail, reject, private, slow", token,
				way)
		}
	}
	return nil
}

func (b Behaviour) of(tradeURL string) string {
	if u, err := url.Parse(tradeURL); err == nil {
		token := strings.ToLower(u.Query().Get("token"))
		for begin, way := range b.Tokens {
			if strings.HasPrefix(token, begin) {
				return way
			}
		}
	}
	return b.Usual
}

// Store is where the sandbox keeps its trades: a bot outlives the server that asks it.
type Store interface {
	Commit(ctx context.Context, op *store.Op) (store.Receipt, error)
	settings.Source
}

// Sandbox is a bot without a platform.
type Sandbox struct {
	Store Store
	Now   store.Clock
}

var _ delivery.Bot = (*Sandbox)(nil)

// Check implements delivery.Bot.
func (s *Sandbox) Check(ctx context.Context, tradeURL string) error {
	b, err := Setting.Read(ctx, s.Store)
	if err == nil && b.of(tradeURL) == "private" {
		return delivery.ErrPrivate
	}
	return err
}

// trade is what the sandbox keeps of one: how it ends is settled with its first question.
type trade struct {
	Ends  delivery.State `json:"ends"`
	EndMS int64          `json:"endMs"`
}

// Trade implements delivery.Bot.
func (s *Sandbox) Trade(ctx context.Context, o delivery.Offer) (delivery.State, error) {
	b, err := Setting.Read(ctx, s.Store)
	if err != nil {
		return "", err
	}
	now, way := s.Now(), b.of(o.TradeURL)
	after := b.AfterMS
	if way == "slow" {
		after = b.SlowMS
	}
	result, err := json.Marshal(trade{ways[way], now.Add(time.Duration(after) * time.Millisecond).UnixMilli()})
	if err != nil {
		return "", err
	}
	key := "sandbox:trade:" + o.Key
	rec, err := s.Store.Commit(ctx, &store.Op{Key: key, Kind: KindTrade, At: now, Request: sha256.Sum256([]byte(key)),
		Result: result})
	if err != nil {
		return "", err
	}
	var t trade
	if err := json.Unmarshal(rec.Result, &t); err != nil {
		return "", err
	}
	if now.UnixMilli() < t.EndMS {
		return delivery.Pending, nil
	}
	return t.Ends, nil
}
