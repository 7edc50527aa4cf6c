package journal

import "jadebox/actors/kinds/rain"

var _ = tells(rain.Kind, Answers{"rain.claim": {"totalCents", "claims"}})
