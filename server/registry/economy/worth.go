package economy

import (
	"jadebox/actors/rewards/prize"
	"jadebox/store"
)

// Worth is what items and prizes are worth that an operator gives, in cents of gems, by reference player: what a
// voucher brings goes by how much is played with it.
func Worth(now *store.SettingsNow, goods *Goods, items []store.DefID,
	prizes []prize.Prize) (cents [len(Players)]float64, err error) {
	r, err := read(now, goods)
	if err != nil {
		return cents, err
	}
	price := map[store.DefID]float64{}
	for _, d := range goods.items {
		price[d.ID] = float64(d.PriceCents)
	}
	for i := range cents {
		for _, id := range items {
			cents[i] += price[id]
		}
		for _, v := range prizes {
			cents[i] += r.worth(v, r.reference(float64(Players[i])))
		}
	}
	return cents, nil
}
