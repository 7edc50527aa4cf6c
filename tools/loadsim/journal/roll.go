package journal

var _ = tells("roll", Answers{"roll.create": nil, "roll.publish": asNow, "roll.cancel": asNow, "roll.join": asNow,
	"roll.passwords": {"passwords"}}) // told once
