package journal

import "jadebox/actors/kinds/roll"

var _ = tells(roll.Kind, Answers{"roll.create": nil, "roll.publish": asNow, "roll.cancel": asNow, "roll.join": asNow,
	"roll.passwords": {"passwords"}}) // told once
