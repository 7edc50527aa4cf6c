package rain

import (
	"context"
	"sync"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/runtime/apierr"
	"jadebox/store"
)

// admitted are the players who may claim in this minute. A player claims up to eight packets within half of one, and
// asking costs questions to the store, all players' at once.
type admitted struct {
	mu     sync.Mutex
	minute int64 // since 1970
	who    map[store.PlayerID]bool
}

// has reports whether a player was admitted in the same minute.
func (a *admitted) has(who store.PlayerID, minute int64) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.minute == minute && a.who[who]
}

func (a *admitted) add(who store.PlayerID, minute int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.minute != minute {
		a.minute, a.who = minute, map[store.PlayerID]bool{}
	}
	a.who[who] = true
}

// asks refuses a packet to a player who has not done what the house asks before it gives what has no stake
// (docs/rules.md, "Eligibility"): a person with many accounts would take a share of the pool with each. Errors are
// those of eligibility.Ports.Gift.
func (s site) asks(ctx context.Context, who store.PlayerID) error {
	held, err := rain.Setting.Read(ctx, s.Store)
	if err != nil || !held.Asks {
		return apierr.FromStore(err)
	}
	minute := s.Now().Unix() / 60
	if s.admitted.has(who, minute) {
		return nil
	}
	asks := eligibility.Ports{Store: s.Store, Directory: s.Directory, Settings: s.Settings, Now: s.Now}
	if err := asks.Gift(ctx, who); err != nil {
		return err
	}
	s.admitted.add(who, minute)
	return nil
}
