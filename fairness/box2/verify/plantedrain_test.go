package verify

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/cloudflare/circl/sign/bls"

	"jadebox/fairness"
	"jadebox/fairness/box2"
)

// plantedRain are failures of windows of a rain.
func plantedRain() []planted {
	bundle := func(name, fails string, f func(*Bundle)) planted { return planted{name, fails, build{bundle: f}} }
	// paid changes what this window came to, before what the window before it did.
	paid := func(name string, f func(*box2.RainPaid)) planted {
		return planted{name, CheckTicket, build{result: first(f)}}
	}
	amounts := func(name string, f func(*box2.RainAmounts)) planted {
		return planted{name, CheckAmounts, build{amounts: f}}
	}
	claims := func(name, fails string, f func(*box2.RainClaims)) planted {
		return planted{name, fails, build{context: first(f)}}
	}
	payment := func(name string, f func(*box2.Payment)) planted {
		return planted{name, CheckClaim, build{payment: f}}
	}
	return []planted{
		bundle("amounts-leaf", CheckForm, func(b *Bundle) { b.Rain.Amounts.Leaf = b.Context }),
		bundle("amounts-beacon-form", CheckForm, func(b *Bundle) { b.Rain.Beacon.Link = other }),
		bundle("window-missing", CheckForm, func(b *Bundle) { b.Rain.Windows = []Window{} }),
		bundle("window-twice", CheckForm, func(b *Bundle) {
			b.Rain.Windows = append(b.Rain.Windows, b.Rain.Windows[0])
		}),
		bundle("window-without-claims", CheckForm, func(b *Bundle) {
			b.Rain.Windows[0] = Window{[]string{}, []Ended{}}
		}),
		bundle("claims-leaf", CheckForm, func(b *Bundle) { b.Rain.Windows[0].Claims[0] = b.Context }),
		bundle("paid-leaf", CheckForm, func(b *Bundle) { b.Rain.Windows[0].Paid[0].Leaf = b.Context }),
		bundle("claims-order", CheckForm, func(b *Bundle) { slices.Reverse(b.Tickets) }),
		bundle("claims-changed", CheckForm, func(b *Bundle) {
			b.Tickets[0] = strings.Replace(b.Tickets[0], "packet=1", "packet=5", 1)
		}),
		bundle("last-part-missing", CheckForm, func(b *Bundle) {
			b.Tickets, b.Results = b.Tickets[:1], b.Results[:1]
		}),
		{"paid-scope", CheckForm, build{result: first(func(p *box2.RainPaid) { p.Scope = "rain:1" })}},
		{"paid-window", CheckForm, build{result: first(func(p *box2.RainPaid) { p.Window = 1 })}},
		{"paid-too-few", CheckForm, build{result: first(func(p *box2.RainPaid) { p.Claims = p.Claims[:1] })}},
		claims("claims-scope", CheckForm, func(c *box2.RainClaims) { c.Scope = "rain:1" }),
		claims("part-of-other-round", CheckContext, func(c *box2.RainClaims) { c.Beacon.Round-- }),
		claims("claims-early", CheckTicket, func(c *box2.RainClaims) { c.AtMS = contextMS - 60_001 }),
		claims("claims-late", CheckTicket, func(c *box2.RainClaims) { c.AtMS = contextMS + 1 }),
		paid("paid-ctx", func(p *box2.RainPaid) { p.Ctx = other }),
		paid("paid-beacon", func(p *box2.RainPaid) { p.Beacon = other }),
		paid("paid-early", func(p *box2.RainPaid) { p.AtMS = contextMS - 6 }),
		{"paid-slot", CheckTicket, build{result: func(l box2.Leaf) {
			if p := l.(*box2.RainPaid); p.Claims[0].Player == 7 {
				p.SlotKey = other
			}
		}}},
		{"rain-later-round", CheckAmounts, build{rained: func(r *box2.Rain) { r.Beacon.Round++ }}},
		{"rain-cosigned-late", CheckAmounts, build{late0: 8}},
		{"rain-cosigned-by-one", CheckAmounts, build{few0: 1}},
		{"rain-signature", CheckAmounts, build{first: func(b *fairness.Beacon) {
			b.Proof.Signature = hex.EncodeToString(bls.Sign(network, []byte("another round")))
		}}},
		bundle("rain-opened", CheckAmounts, func(b *Bundle) { b.Rain.Opened = moved(b.Rain.Opened) }),
		bundle("amounts-not-in-log", CheckAmounts, func(b *Bundle) {
			b.Rain.Amounts.Logged = moved(b.Rain.Amounts.Logged)
		}),
		amounts("amounts-scope", func(a *box2.RainAmounts) { a.Scope = "rain:1" }),
		amounts("amounts-ctx", func(a *box2.RainAmounts) { a.Ctx = other }),
		amounts("amounts-beacon", func(a *box2.RainAmounts) { a.Beacon = other }),
		amounts("largest", func(a *box2.RainAmounts) { a.LargestCents++ }),
		amounts("sum", func(a *box2.RainAmounts) { a.SumCents++ }),
		{"amounts-slot", CheckSlot, build{bundle: func(b *Bundle) { b.Slot[0].Path[2] = other }}},
		{"window-slot", CheckSlot, build{bundle: func(b *Bundle) { b.Slot[1].Path[2] = other }}},
		payment("payment-player", func(p *box2.Payment) { p.Player++ }),
		payment("payment-index", func(p *box2.Payment) { p.Index++ }),
		payment("payment", func(p *box2.Payment) { p.PaidCents++ }),
		claims("packet-twice", CheckClaim, func(c *box2.RainClaims) { c.Claims[0].Packet = 0 }),
		claims("packet-of-none", CheckClaim, func(c *box2.RainClaims) { c.Claims[0].Packet = 10 }),
		claims("too-many-claims", CheckClaim, func(c *box2.RainClaims) { c.Claims[0].Player = 7 }),
		{"before-ctx", CheckClaim, build{before: first(func(p *box2.RainPaid) { p.Ctx = other })}},
		{"before-paid", CheckClaim, build{before: first(func(p *box2.RainPaid) { p.Claims[0].PaidCents++ })}},
		{"before-index", CheckClaim, build{before: first(func(p *box2.RainPaid) { p.Claims[1].Index = 9 })}},
		{"before-behind", CheckClaim, build{behind: true}},
		bundle("before-not-in-log", CheckClaim, func(b *Bundle) {
			b.Rain.Windows[0].Paid[0].Logged = moved(b.Rain.Windows[0].Paid[0].Logged)
		}),
	}
}
