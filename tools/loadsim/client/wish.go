package client

import "jadebox/protocol"

// TakeBottles is the body of POST /api/wish/{id}/take.
type TakeBottles struct {
	Bottles     []int32 `json:"bottles"`
	Count       int     `json:"count,omitempty"`
	Pay         string  `json:"pay"`
	CardNum     int64   `json:"cardNum"`
	BottleCents int64   `json:"bottleCents"`
}

// TakenBottles answers TakeBottles.
type TakenBottles struct {
	Bottles      []protocol.WishBottle `json:"bottles"`
	BalanceCents int64                 `json:"balanceCents"`
}

// PathWish is a wish room.
func PathWish(id string) string { return "/api/wish/" + id }

// PathTake takes bottles.
func PathTake(id string) string { return PathWish(id) + "/take" }
