package ranking

import (
	"context"

	"jadebox/actors/player"
	"jadebox/actors/runtime/directory"
)

// dress reads the head frames of the players on the lists. Rows are what was played and say nothing of it: a frame
// is shown as it is worn when a list is made, and that of a VIP level only to players of that level.
func (a *ranking) dress() {
	names := a.listed()
	if len(names) == 0 {
		return
	}
	a.activation.Go(func() func() {
		worn := a.worn(names)
		return func() { a.frames = worn }
	})
}

// listed are the names on the boards, without those of house players.
func (a *ranking) listed() map[string]struct{} {
	names := map[string]struct{}{}
	for _, board := range boards {
		l := a.lists(board)
		for _, row := range append(l.Today[:len(l.Today):len(l.Today)], l.Yesterday...) {
			if !row.Bot {
				names[row.Name] = struct{}{}
			}
		}
	}
	return names
}

// worn is by name; a player who cannot be read has no frame.
func (a *ranking) worn(names map[string]struct{}) map[string]string {
	frames := map[string]string{}
	for name := range names {
		p, err := a.Store.PlayerByName(context.Background(), name)
		if err != nil {
			continue
		}
		who, err := directory.Ask[player.Profile](context.Background(), a.Directory, player.Kind, player.ID(p.ID),
			player.GetProfile{})
		if err != nil {
			a.Log.Warn().Err(err).Int64("player", int64(p.ID)).Msg("head frame not read")
			continue
		}
		if who.HeadFrame != "" {
			frames[name] = who.HeadFrame
		}
	}
	return frames
}
