package sectest

func conformance(c *check) {}
