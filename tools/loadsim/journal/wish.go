package journal

import "jadebox/actors/kinds/wish"

var _ = tells(wish.Kind, Answers{"wish.take": {"balanceCents", "wishCards"}})
