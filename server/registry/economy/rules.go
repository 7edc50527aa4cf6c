package economy

import (
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/eligibility"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/settings"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/mall"
	"jadebox/actors/shop/payment"
	"jadebox/server/realname"
	"jadebox/store"
)

// rules are the settings that cost something, read at once.
type rules struct {
	goods     *Goods
	benefit   benefit.Settings
	asks      eligibility.Settings
	mall      mall.Settings
	pay       payment.Settings
	play      playthrough.Settings
	prizes    prize.Settings
	promotion promotion.Settings
	props     props.Settings
	realname  realname.Settings
	season    season.Settings
	sign      sign.Settings
	tasks     taskbox.Settings
	rates     rates.Settings
	vip       vip.Settings
	kinds     []*kind // of rooms in which gems are played
	given     []given // by rooms of kinds that give
	free      []int32 // tasks that are done in rooms without paying
	discount  float64 // the greatest that anything gives, as a share
	mallBack  float64 // of a gem with which the mall's best buy is bought
}

func read(now *store.SettingsNow, goods *Goods) (*rules, error) {
	r := &rules{goods: goods}
	var err error
	of(&r.benefit, benefit.Setting, now, &err)
	of(&r.asks, eligibility.Setting, now, &err)
	of(&r.mall, mall.Setting, now, &err)
	of(&r.pay, payment.Setting, now, &err)
	of(&r.play, playthrough.Setting, now, &err)
	of(&r.prizes, prize.Setting, now, &err)
	of(&r.promotion, promotion.Setting, now, &err)
	of(&r.props, props.Setting, now, &err)
	of(&r.realname, realname.Setting, now, &err)
	of(&r.season, season.Setting, now, &err)
	of(&r.sign, sign.Setting, now, &err)
	of(&r.tasks, taskbox.Setting, now, &err)
	of(&r.rates, rates.Setting, now, &err)
	of(&r.vip, vip.Setting, now, &err)
	r.free = goods.specs().FreeTasks()
	if err == nil {
		r.kinds, err = goods.played(now)
	}
	if err == nil {
		r.given, err = givenBy(goods.specs(), now)
	}
	r.derive()
	return r, err
}

// derive reckons what follows from the settings and is asked for of every day.
func (r *rules) derive() { r.discount, r.mallBack = r.discountMost(), r.bestBuy() }

func of[T any](v *T, s *settings.Setting[T], now *store.SettingsNow, failed *error) {
	if *failed == nil {
		*v, *failed = s.In(now)
	}
}
