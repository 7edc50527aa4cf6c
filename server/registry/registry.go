// Package registry lists the settings of the house by name, and holds them to each other. Deliberately absent: what
// each of them is, which is its owner's.
package registry

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"jadebox/actors/kinds"
	"jadebox/actors/operators"
	"jadebox/actors/player/limits"
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
	"jadebox/actors/room"
	"jadebox/actors/settings"
	"jadebox/actors/settings/period"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/mall"
	"jadebox/actors/shop/payment"
	sandbox "jadebox/server/delivery"

	"jadebox/server/maintain"
	"jadebox/server/notice"
	"jadebox/server/realname"
	"jadebox/server/registry/economy"
	"jadebox/server/session"
	"jadebox/server/site"
	"jadebox/store"
)

// All are the settings, by name: those of the kinds of rooms and these.
var All = sorted(kinds.All.Settings(), benefit.Setting, delivery.Setting, eligibility.Setting, site.Banners,
	limits.Setting, maintain.Setting, mall.Setting, notice.Setting, operators.SecondAbove,
	payment.Setting, period.Setting, playthrough.Setting, prize.Setting, promotion.Setting,
	props.OrdersSetting, props.Setting,
	realname.Setting, room.CancelledSetting, sandbox.Setting, season.Setting, session.Setting, sign.Setting,
	site.Setting, taskbox.Setting, rates.Setting,
	vip.Setting)

func sorted(all []settings.Any, more ...settings.Any) []settings.Any {
	all = append(all, more...)
	slices.SortFunc(all, func(a, b settings.Any) int { return strings.Compare(a.ID(), b.ID()) })
	return all
}

// ErrUnknown is a name that no setting has.
var ErrUnknown = errors.New("there is no such setting")

// Find finds a setting by its name.
func Find(name string) (settings.Any, error) {
	i := slices.IndexFunc(All, func(s settings.Any) bool { return s.ID() == name })
	if i < 0 {
		return nil, fmt.Errorf("%w: %q", ErrUnknown, name)
	}
	return All[i], nil
}

// Moves reports whether a change of a setting moves what a play brings, gives something away, or says which acts wait
// for a second operator: one operator alone does not make it where operators.secondAbove is set.
func Moves(name string) bool {
	s, err := Find(name)
	return err != nil || s.Costless() == "" || s.Decides()
}

// Readable is what holds when settings that cannot be read are standard: they cost what they cost, and refuse nothing.
func Readable(now *store.SettingsNow) *store.SettingsNow {
	for _, s := range All {
		if _, err := s.JSONIn(now); err != nil {
			now = now.With(store.SettingVersion{Name: s.ID()})
		}
	}
	return now
}

// ErrGoods is a box or an item that the catalogue has not.
var ErrGoods = errors.New("not in the catalogue")

// sold refuses a number of a box or an item that is nothing: it would give, or sell, nothing to players. What was named
// before, and what the standard names, is no matter of this change.
func sold(s settings.Any, now, next *store.SettingsNow, goods *economy.Goods) error {
	named, err := s.Goods(next)
	if err != nil {
		return err
	}
	before, _ := s.Goods(now) // one that cannot be read names nothing
	standard, _ := s.Goods(&store.SettingsNow{})
	var unknown []string
	for _, id := range slices.Sorted(maps.Keys(named.Boxes)) {
		if !before.Boxes[id] && !standard.Boxes[id] && !goods.HasBox(id) {
			unknown = append(unknown, fmt.Sprintf("box %d", id))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(named.Items)) {
		if !before.Items[id] && !standard.Items[id] && !goods.HasItem(id) {
			unknown = append(unknown, fmt.Sprintf("item %d", id))
		}
	}
	if len(unknown) > 0 {
		return fmt.Errorf("setting %s: %s: %w", s.ID(), strings.Join(unknown, ", "), ErrGoods)
	}
	return nil
}

// Accept reports why a text cannot be set beside the others: because of what it is, because it names goods that there
// are not (ErrGoods), because another setting that could be read before could not be read any more, or because it
// would open a profitable loop (economy.ErrLoop) with these goods, or with those that take their place later. What was
// broken before refuses nothing. Nil brings the standard back.
func Accept(s settings.Any, text []byte, now *store.SettingsNow, goods *economy.Goods,
	later ...*economy.Goods) (next *store.SettingsNow, err error) {
	if err := s.Accept(text, now); err != nil {
		return nil, err
	}
	next = now.With(store.SettingVersion{Name: s.ID(), Value: text})
	if err := sold(s, now, next, goods); err != nil {
		return nil, err
	}
	for _, other := range All {
		if other.ID() == s.ID() {
			continue
		}
		if _, before := other.JSONIn(now); before != nil {
			continue // it was broken before, and one can put it right after the other
		}
		if _, err := other.JSONIn(next); err != nil {
			return nil, fmt.Errorf("%s does not go with it: %w", s.ID(), err)
		}
	}
	if s.Costless() != "" {
		return next, nil
	}
	for _, g := range append([]*economy.Goods{goods}, later...) {
		if err := opens(s, now, next, g); err != nil {
			return nil, err
		}
	}
	return next, nil
}

// opens reports which profitable loop a change of a setting opens with these goods.
func opens(s settings.Any, now, next *store.SettingsNow, goods *economy.Goods) error {
	after, err := economy.Unattributed(Readable(next), goods)
	if err == nil && len(after.Open()) == 0 {
		return nil
	}
	before, unknown := economy.Unattributed(Readable(now), goods)
	switch {
	case err != nil && unknown != nil:
		return nil // what the house costs could not be said before: nothing, closing it least, waits for that
	case err != nil:
		return fmt.Errorf("what %s costs: %w", s.ID(), err)
	}
	// With this catalogue the standard may leave something open. Where it is open before, too, that is no reason
	// against the standard of this setting, whatever the others are by now; what only they open is. What is closed
	// before stays closed, by the standard as well: no loop is opened by going back to it.
	var others []*economy.Economy
	kept := func(e *economy.Economy) *economy.Economy { return e }
	if unknown == nil {
		others = append(others, before)
		kept = func(e *economy.Economy) *economy.Economy { return e.Within(before) }
	}
	if standard, err := economy.Unattributed(&store.SettingsNow{}, goods); err == nil {
		others = append(others, kept(standard))
		own, err := economy.Unattributed(Readable(now.With(store.SettingVersion{Name: s.ID()})), goods)
		if err == nil {
			others = append(others, kept(own.Within(standard)))
		}
	}
	if economy.Refuse(after, others...) == nil {
		return nil
	}
	if after, err = economy.Of(Readable(next), goods); err != nil { // to say what contributes
		return err
	}
	return fmt.Errorf("setting %s: %w", s.ID(), economy.Refuse(after, others...))
}

// AcceptGoods reports why goods cannot take the place of others under the settings that hold: because a profitable loop
// would open, or one would widen (economy.ErrLoop). Where nothing was on sale before, as with the first catalogue,
// none may be open; where what the house cost cannot be said, the standard settings are what it is held to.
func AcceptGoods(now *store.SettingsNow, was, will *economy.Goods) error {
	after, err := economy.Of(Readable(now), will)
	if err != nil {
		return fmt.Errorf("what the house costs then: %w", err)
	}
	var others []*economy.Economy
	if was.Any() {
		before, err := economy.Unattributed(Readable(now), was)
		if err != nil {
			before, err = economy.Unattributed(&store.SettingsNow{}, will)
		}
		if err != nil {
			return nil
		}
		others = append(others, before)
	}
	if err := economy.Refuse(after, others...); err != nil {
		return fmt.Errorf("%w (%s)", err, will.Leanest())
	}
	return nil
}
