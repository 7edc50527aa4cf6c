package journal

import "jadebox/actors/kinds/battle"

var _ = tells(battle.Kind, Answers{"battle.create": nil, "battle.join": asNow, "battle.leave": asNow,
	"battle.bots": asNow})
