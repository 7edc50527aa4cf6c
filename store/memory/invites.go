package memory

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jadebox/store"
)

// Invitees implements store.Invites.
func (e *Engine) Invitees(_ context.Context, by, before store.PlayerID, n int) ([]store.Invitee, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.Invitee
	for id, p := range e.players {
		if p.InvitedBy == by && by != 0 && (before == 0 || id < before) {
			list = append(list, store.Invitee{ID: id, Name: p.Name, Avatar: p.Avatar, At: p.At})
		}
	}
	slices.SortFunc(list, func(a, b store.Invitee) int { return cmp.Compare(b.ID, a.ID) })
	return list[:min(len(list), max(n, 0))], nil
}

// InviteeCount implements store.Invites.
func (e *Engine) InviteeCount(ctx context.Context, by store.PlayerID) (int, error) {
	list, err := e.Invitees(ctx, by, 0, len(e.players))
	return len(list), err
}

// SumResults implements store.Invites.
func (e *Engine) SumResults(_ context.Context, p store.PlayerID, prefix, field string, most int) (sum int64, n int,
	err error) {
	e.mu.Lock()
	keys := []string{}
	for _, r := range e.rows {
		if r.player == p && strings.HasPrefix(r.key, prefix) {
			keys = append(keys, r.key)
		}
	}
	e.mu.Unlock()
	slices.Sort(keys)
	keys = keys[:min(len(keys), max(most, 0))]
	return e.sum(p, field, func(rec store.OpRecord) bool { _, in := slices.BinarySearch(keys, rec.Key); return in })
}

// SumKind implements store.Invites.
func (e *Engine) SumKind(_ context.Context, p store.PlayerID, kind, field string) (sum int64, n int, err error) {
	return e.sum(p, field, func(rec store.OpRecord) bool { return rec.Kind == kind })
}

func (e *Engine) sum(p store.PlayerID, field string, of func(store.OpRecord) bool) (sum int64, n int, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, r := range e.rows {
		if r.player != p {
			continue
		}
		rec, err := r.record()
		if err != nil {
			return 0, 0, err
		}
		if !of(rec) {
			continue
		}
		var result map[string]json.RawMessage // other fields are what they like
		if err := json.Unmarshal(rec.Result, &result); err != nil {
			return 0, 0, fmt.Errorf("memory: result of op %d: %w", rec.ID, err)
		}
		v, err := strconv.ParseInt(string(result[field]), 10, 64)
		if err != nil {
			return 0, 0, fmt.Errorf("memory: result of op %d: %w", rec.ID, err)
		}
		sum, n = sum+v, n+1
	}
	return sum, n, nil
}
