package journal

var _ = tells("battle", Answers{"battle.create": nil, "battle.join": asNow, "battle.leave": asNow,
	"battle.bots": asNow})
