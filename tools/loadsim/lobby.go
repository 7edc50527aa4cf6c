package loadsim

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"jadebox/protocol"
)

// lobby is where spectators find something to watch: the newest lobby that any bot has seen.
type lobby struct {
	mu  sync.Mutex
	ids []string
}

func (h *lobby) replace(rooms map[string]protocol.BattleSummary) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ids = slices.Collect(maps.Keys(rooms))
}

// pick is any listed battle, "" when there is none.
func (h *lobby) pick(rng *rand.Rand) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.ids) == 0 {
		return ""
	}
	return h.ids[rng.IntN(len(h.ids))]
}
