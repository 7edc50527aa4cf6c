package journal

var _ = tells("luckycard", Answers{"luckycard.flip": nil})
