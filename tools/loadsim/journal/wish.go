package journal

var _ = tells("wish", Answers{"wish.take": {"balanceCents", "wishCards"}})
