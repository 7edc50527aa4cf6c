package player

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// FrameLevel is the VIP level that a head frame is for: 3 for "vip3", 0 for a frame that any player may wear.
func FrameLevel(frame string) int {
	digits, ok := strings.CutPrefix(frame, "vip")
	level, err := strconv.Atoi(digits)
	if !ok || err != nil {
		return 0
	}
	return level
}

// Worn is a player's frame as others see it: that of a level which the player no longer has is not shown, and comes
// back with it.
func Worn(frame string, level int) string {
	if FrameLevel(frame) > level {
		return ""
	}
	return frame
}

// badge is the VIP level that others see on a player, as far as it was read.
type badge struct {
	level   uint8
	until   time.Time // it is read again after that
	waiting []func()
}

// withBadge goes on once the level is known. It is read when a profile is requested, not with every
// activation: most play without a seat. A level that cannot be read stops no play.
func (a *player) withBadge(then func()) {
	if a.Badge == nil || a.badge.until.After(a.Now()) {
		then()
		return
	}
	a.badge.waiting = append(a.badge.waiting, then)
	if len(a.badge.waiting) > 1 {
		return
	}
	a.activation.Go(func() func() {
		level, until, err := a.Badge(context.Background(), a.id)
		return func() {
			if err == nil {
				a.badge.level, a.badge.until = uint8(level), until
			} else {
				a.Log.Warn().Err(err).Int64("player", int64(a.id)).Msg("level not read")
			}
			waiting := a.badge.waiting
			a.badge.waiting = nil
			for _, then := range waiting {
				then()
			}
		}
	})
}
