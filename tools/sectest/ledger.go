package sectest

import (
	"jadebox/tools/audit"
)

// ledger audits what all of this has left behind: it sums to zero, and every invariant holds.
func ledger(c *check) {
	if c.Database == nil {
		c.skipf("no database")
	}
	report, err := audit.Check(c.ctx, c.Database, audit.OfSite(true))
	if err != nil {
		c.fatalf("%v", err)
	}
	if !report.OK() {
		c.errorf("%+v", report)
	}
}
