package store_test

import (
	"testing"

	"jadebox/store"
)

// The numbers stand in the records of every store. A lock that has another one is not found any more: a player who has
// excluded themselves, or was suspended, could play again.
func TestTheNumbersOfStoredVouchersAndLocksNeverChange(t *testing.T) {
	for name, c := range map[string]struct{ is, stored store.DefID }{
		"VoucherBase":    {store.VoucherBase, 1_073_741_824},
		"VoucherEffects": {store.VoucherEffects, 1_048_576},
		"LockDef":        {store.LockDef, 1_075_838_976},
	} {
		if c.is != c.stored {
			t.Errorf("%s is %d, stores have %d", name, c.is, c.stored)
		}
	}
	if !store.LockDef.Voucher() { // so that Player.Vouchers counts it, by which a player's limits are read
		t.Error("a lock is not counted among the vouchers")
	}
}
