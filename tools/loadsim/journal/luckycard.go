package journal

import "jadebox/actors/kinds/luckycard"

var _ = tells(luckycard.Kind, Answers{"luckycard.flip": nil})
