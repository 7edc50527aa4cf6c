//go:build linux

package phases

import "jadebox/actors/kinds/battle"

var _ = killedBy(battle.Kind, "its players are those of package scenario")
