package store

// VoucherBase is the first definition of a voucher, which is what the product calls a prize card. Vouchers are items
// that can be used and not sold: they move under the guards of items, worth nothing, and no query of items brings them;
// Vouchers and VouchersByID do.
const VoucherBase DefID = 1 << 30

// VoucherEffects is by how much the definition of what using a voucher leaves is greater than the voucher's own.
const VoucherEffects DefID = 1 << 20

// LockDef is the definition of the lock of a player's own limits and of a suspension (actors/player/limits): behind the
// vouchers and their effects, so that no list of either has it. Like those, it is in the records of every store: with
// another number every excluded player would be let in.
const LockDef = VoucherBase + 2*VoucherEffects

// Voucher reports whether the definition is a voucher's.
func (d DefID) Voucher() bool { return d >= VoucherBase }

// VoucherQuery pages vouchers of a player, newest first.
type VoucherQuery struct {
	Owner    PlayerID
	From, To DefID // definitions From … To-1; To 0: every voucher
	Held     bool  // only those that were not used
	Page     Page
}
