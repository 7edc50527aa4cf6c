package journal

var _ = tells("rain", Answers{"rain.claim": {"totalCents", "claims"}})
