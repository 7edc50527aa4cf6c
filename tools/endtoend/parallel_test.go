package endtoend

import (
	"fmt"
	"sync"
	"testing"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

const rivals = 200

// atOnce sends the calls in parallel, each over its own connection, and gives their answers in order.
func atOnce(p *person, calls []client.Call) (sold []client.Sold, codes []protocol.Code) {
	p.Helper()
	sold, codes = make([]client.Sold, len(calls)), make([]protocol.Code, len(calls))
	var all sync.WaitGroup
	for i, call := range calls {
		all.Go(func() {
			c := &client.Conn{Target: p.target(), Token: p.Token}
			defer c.Close()
			data, err := c.Post(p.Context(), call)
			if codes[i] = client.CodeOf(err); err == nil {
				codes[i], err = protocol.OK, client.Decode(data, &sold[i])
			}
			if err != nil && codes[i] == 0 {
				p.Errorf("%s: %v", call.Path, err)
			}
		})
	}
	all.Wait()
	return sold, codes
}

// docs/reliability-security.md, "claims, sells, withdrawals, purchases": 200 parallel requests, with one key or with
// a key each, have one effect.
func TestTwoHundredParallelSalesHaveOneEffect(t *testing.T) {
	s := fresh(t)
	p := s.register("impatient1")
	box := cheapest(p)
	o := ask[client.Opened](p, client.PathOpen(box.ID), client.OpenBox{Count: 2, PriceCents: box.PriceCents})
	balance := o.BalanceCents

	var same, distinct []client.Call
	for i := range rivals {
		same = append(same, client.NewCall(client.PathSell, "one-key",
			client.SellItems{Items: []string{o.Results[0].ItemID}}))
		distinct = append(distinct, client.NewCall(client.PathSell, fmt.Sprintf("key-%d", i),
			client.SellItems{Items: []string{o.Results[1].ItemID}}))
	}
	sold, codes := atOnce(p, same)
	for i, code := range codes {
		if code != protocol.OK || sold[i].SoldCents != o.Results[0].ValueCents {
			t.Fatalf("the same key: answer %d is %d %+v", i, code, sold[i])
		}
	}
	balance += o.Results[0].ValueCents
	_, codes = atOnce(p, distinct)
	won := 0
	for i, code := range codes {
		switch code {
		case protocol.OK:
			won++
		case protocol.CodeItemState:
		default:
			t.Errorf("a key each: answer %d is %d", i, code)
		}
	}
	balance += o.Results[1].ValueCents
	if u := get[client.User](p, client.PathInfo); won != 1 || int64(u.Balance) != balance || u.BagNum != 0 {
		t.Errorf("%d sales of one item, balance %d, want %d, %d items left", won, u.Balance, balance, u.BagNum)
	}
}

// A purse that holds one opening more is asked for 50 at once.
func TestParallelOpeningsDoNotOverdraw(t *testing.T) {
	s := fresh(t)
	p := s.register("spender001")
	boxes := get[client.BoxList](p, client.PathBoxes+"?sort=price_desc").Boxes
	box := boxes[0]
	can := int64(welcome) / box.PriceCents
	calls := make([]client.Call, 50)
	for i := range calls {
		calls[i] = client.NewCall(client.PathOpen(box.ID), fmt.Sprintf("rush-%d", i),
			client.OpenBox{Count: 1, PriceCents: box.PriceCents})
	}
	var won int64
	for won < can { // while the beacon is not there, all of them may be told to come again
		_, codes := atOnce(p, calls)
		won = 0
		for i, code := range codes {
			switch code {
			case protocol.OK:
				won++
			case protocol.CodeBeaconWait, protocol.CodeFunds:
			default:
				t.Fatalf("answer %d is %d", i, code)
			}
		}
	}
	if u := get[client.User](p, client.PathInfo); won != can || int64(u.Balance) != welcome-can*box.PriceCents ||
		int64(u.BagNum) != can {
		t.Errorf("%d openings of a purse for %d, balance %d", won, can, u.Balance)
	}
}
