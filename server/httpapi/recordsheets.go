package httpapi

import (
	"context"
	"strconv"
	"strings"
	"time"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// sheet is one list of a player's records as a table: what its columns are called and how a page of it is read.
type sheet struct {
	columns []words
	rows    func(ctx context.Context, c *call.Caller, in call.Page, kind string) (rows [][]string, total int, err error)
}

// sheets are the record pages of product-spec §2 that can be taken away, by the name that the client's page has for its file.
func (a *API) sheets() map[string]sheet {
	return map[string]sheet{
		"openings": sheetOf(a.openHistory, []words{wTime, {"结果编号", "Result", "Resultado"}, {"箱子", "Box", "Caixa"}, wItem, wValue, {"单价", "Price of one", "Preço de uma"}},
			func(p openingPage) ([]pastResult, int) { return p.Records, p.Total },
			func(c *call.Caller, r pastResult) []string {
				return []string{clock(r.AtMS), r.ResultID, a.boxName(c, r.BoxID), a.defName(c, r.Def), cents(r.ValueCents), cents(r.PriceCents)}
			}),
		"activity": sheetOf(a.activeRecords, []words{wTime, {"结果编号", "Result", "Resultado"}, {"箱子", "Box", "Caixa"}, wItem, wValue, {"萝卜", "Radishes", "Rabanetes"}},
			func(p activeRecords) ([]activeRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r activeRecord) []string {
				return []string{clock(r.AtMS), r.ResultID, a.boxName(c, r.BoxID), a.defName(c, r.Def), cents(r.ValueCents), number64(call.ID(r.Tokens))}
			}),
		"battles": sheetBy(func(ctx context.Context, c *call.Caller, in call.Page, kind string) (BattlePage, error) {
			return a.ownBattles(ctx, c, ownBattles{in, call.EndFilter{State: kind}})
		}, []words{wTime, wRoom, {"模式", "Mode", "Modo"}, {"座位", "Seats", "Lugares"}, {"参赛费", "Entry", "Entrada"}, wState},
			func(p BattlePage) ([]protocol.BattleCard, int) { return p.Battles, p.Total },
			func(c *call.Caller, b protocol.BattleCard) []string {
				return []string{clock(b.AtMS), b.ID, said(c, b.Mode), strconv.Itoa(int(b.SeatCount)), cents(b.EntryCents), said(c, b.Status)}
			}),
		"upgrades": sheetBy(func(ctx context.Context, c *call.Caller, in call.Page, kind string) (upgradePage, error) {
			return a.ownUpgrades(ctx, c, ownUpgrades{in, call.EndFilter{State: kind}})
		}, []words{wTime, {"结果编号", "Result", "Resultado"}, {"投入物品", "Given", "Entregue"}, {"投入价值", "Given value", "Valor entregue"},
			{"目标物品", "Target", "Alvo"}, {"目标价值", "Target value", "Valor do alvo"}, {"成功率 %", "Chance %", "Chance %"}, wState},
			func(p upgradePage) ([]upgradeRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r upgradeRecord) []string {
				won := "won"
				if r.Result != 0 {
					won = "lost"
				}
				return []string{clock(r.AtMS), r.ResultID, a.defNames(c, r.LeftDefs), cents(r.ItemsCents + r.GemsCents), a.defName(c, r.RightDef), cents(r.RightCents),
					strconv.FormatFloat(r.SuccessRate, 'f', 2, 64), said(c, won)}
			}),
		"trades": sheetOf(a.tradeRecord, []words{wTime, wNumber, {"投入物品", "Given", "Entregue"}, {"物品价值", "Items' value", "Valor dos itens"}, {"补充钻石", "Gems added", "Gemas adicionadas"},
			{"换得", "Got", "Recebido"}, wValue, {"退回", "Back", "Devolvido"}},
			func(p tradePage) ([]tradeRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r tradeRecord) []string {
				return []string{clock(r.AtMS), number64(r.OpID), a.defNames(c, r.GivenDefs), cents(r.ItemsCents), cents(r.GemsCents), a.defName(c, r.Target), cents(r.TargetCents), cents(r.RefundCents)}
			}),
		"rolls": sheetOf(func(ctx context.Context, c *call.Caller, in call.Page) (RollPage, error) {
			return a.pageRolls(ctx, c, RollPageQuery{Page: in, Scope: "mine"})
		}, []words{{"开奖时间 (UTC)", "Draw (UTC)", "Sorteio (UTC)"}, wRoom, {"名称", "Name", "Nome"}, wState, {"奖品", "Won", "Ganhou"}, wValue},
			func(p RollPage) ([]RollRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r RollRecord) []string {
				var names []string
				var value int64
				for _, prize := range r.Won {
					value += prize.ValueCents
					if prize.Def != 0 {
						names = append(names, a.defName(c, store.DefID(prize.Def)))
					}
				}
				return []string{clock(r.OpenTime), r.ID, r.Name, said(c, r.Status), strings.Join(names, "; "), cents(value)}
			}),
		"drops": sheetOf(a.dropRecords, []words{wTime, wNumber, wItem, wValue, {"消费满", "For spending", "Por gastar"}},
			func(p dropPage) ([]dropRecord, int) { return p.Records, p.Total },
			func(_ *call.Caller, r dropRecord) []string {
				return []string{clock(r.AtMS), number64(r.ID), r.StuffName, cents(r.ValueCents), cents(r.SpentCents)}
			}),
		"wishes": sheetOf(a.ownWishes, []words{wTime, wRoom, {"奖品", "Prize", "Prêmio"}, wValue, {"瓶号", "Bottles", "Garrafas"}, {"花费钻石", "Gems spent", "Gemas gastas"},
			{"花费许愿卡", "Wish cards spent", "Cartas gastas"}, wState},
			func(p WishPage) ([]WishRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r WishRecord) []string {
				state := r.Room.Status
				if r.Won {
					state = "won"
				}
				return []string{clock(r.AtMS), r.Room.ID, a.defName(c, store.DefID(r.Room.Def)), cents(r.Room.PrizeCents), numbers(r.Bottles), cents(r.SpentCents),
					strconv.FormatInt(r.SpentCards, 10), said(c, state)}
			}),
		"luckycards": sheetOf(a.luckycardRecords, []words{wTime, wRoom, {"翻牌", "Cards turned", "Cartas viradas"}, {"单价", "Price of one", "Preço de uma"}, {"获得", "Got", "Recebido"}, wValue},
			func(p LuckycardPage) ([]LuckycardRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r LuckycardRecord) []string {
				var defs []store.DefID
				var value int64
				for _, f := range r.Flips {
					defs, value = append(defs, store.DefID(f.Def)), value+f.ValueCents
				}
				return []string{clock(r.Card.AtMS), r.Card.ID, strconv.Itoa(len(r.Flips)), cents(r.Card.PriceCents), a.defNames(c, defs), cents(value)}
			}),
		"recharge": {[]words{wTime, wNumber, {"支付方式", "Way", "Meio"}, wState, {"金额", "Amount", "Valor"}, {"币种", "Currency", "Moeda"}, {"钻石", "Gems", "Gemas"}, {"赠送", "Bonus", "Bônus"}},
			func(ctx context.Context, c *call.Caller, in call.Page, kind string) ([][]string, int, error) {
				p, err := a.payRecords(ctx, c, payFilter{Page: in, State: kind})
				return rowsOf(c, p.Records, func(c *call.Caller, r PayRecord) []string {
					return []string{clock(r.AtMS), number64(r.ID), r.Name, said(c, r.State), cents(r.PriceCents), r.Currency, cents(r.GemsCents), cents(r.BonusCents)}
				}), p.Total, err
			}},
		"withdrawals": sheetOf(a.withdrawRecords, []words{wTime, wNumber, wState, {"金额 R$", "Amount R$", "Valor R$"}, {"Pix 密钥", "Pix key", "Chave Pix"}},
			func(p withdrawPage) ([]withdrawRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r withdrawRecord) []string {
				return []string{clock(r.AtMS), r.ID, said(c, r.Step), cents(r.AmountCents), r.PixKey}
			}),
		"records":    a.recordSheet(),
		"retrievals": a.retrievalSheet(),
		"mall-orders": sheetOf(a.mallOrders, []words{wTime, wNumber, wItem, {"价格", "Price", "Preço"}},
			func(p mallOrders) ([]mallOrder, int) { return p.Records, p.Total },
			func(_ *call.Caller, r mallOrder) []string {
				return []string{clock(r.AtMS), number64(r.OrderID), r.Name, cents(r.PriceCents)}
			}),
		"exchanges": sheetOf(a.exchangeRecords, []words{wTime, wNumber, wItem, wValue, {"碎片", "Fragments", "Fragmentos"}},
			func(p exchangePage) ([]exchangeRecord, int) { return p.Records, p.Total },
			func(_ *call.Caller, r exchangeRecord) []string {
				return []string{clock(r.AtMS), number64(r.ID), r.StuffName, cents(r.ValueCents), strconv.FormatInt(r.Fragments, 10)}
			}),
	}
}

var (
	wTime   = words{"时间 (UTC)", "Time (UTC)", "Hora (UTC)"}
	wNumber = words{"编号", "Number", "Número"}
	wRoom   = words{"房间", "Room", "Sala"}
	wItem   = words{"物品", "Item", "Item"}
	wValue  = words{"价值", "Value", "Valor"}
	wState  = words{"状态", "State", "Estado"}
)

// states are words of the wire as people read them.
var states = map[string]words{
	"normal": {"普通", "Normal", "Normal"}, "inverse": {"反转", "Inverse", "Inverso"}, "terminal": {"终局", "Final round", "Rodada final"},
	"share": {"共享", "Shared", "Compartilhado"}, "teams": {"组队", "Teams", "Equipes"},
	"open": {"进行中", "Open", "Aberta"}, "waiting": {"等待中", "Waiting", "Aguardando"}, "countdown": {"倒计时", "Countdown", "Contagem"},
	"running": {"进行中", "Running", "Em andamento"}, "locked": {"已锁定", "Locked", "Travada"}, "finished": {"已结束", "Finished", "Terminada"},
	"drawn": {"已开奖", "Drawn", "Sorteada"}, "void": {"已作废", "Void", "Anulada"}, "full": {"已满", "Full", "Cheia"},
	"won": {"成功", "Won", "Ganhou"}, "lost": {"失败", "Lost", "Perdeu"},
	"paid": {"已支付", "Paid", "Pago"}, "failed": {"失败", "Failed", "Falhou"}, "expired": {"已过期", "Expired", "Expirado"},
	"review": {"审核中", "In review", "Em análise"}, "progress": {"处理中", "In progress", "Em andamento"}, "shipped": {"已发货", "Shipped", "Enviado"},
	"cancelled": {"已取消", "Cancelled", "Cancelada"},
}

func said(c *call.Caller, state string) string {
	if w, ok := states[state]; ok {
		return wordIn(w, c.Language)
	}
	return state
}

// sheetOf makes a sheet of a call that pages records.
func sheetOf[P, R any](list func(context.Context, *call.Caller, call.Page) (P, error), columns []words, open func(P) ([]R, int), cells func(*call.Caller, R) []string) sheet {
	return sheetBy(func(ctx context.Context, c *call.Caller, in call.Page, _ string) (P, error) { return list(ctx, c, in) }, columns, open, cells)
}

// sheetBy does for a call that narrows them, too.
func sheetBy[P, R any](list func(context.Context, *call.Caller, call.Page, string) (P, error), columns []words, open func(P) ([]R, int), cells func(*call.Caller, R) []string) sheet {
	return sheet{columns, func(ctx context.Context, c *call.Caller, in call.Page, kind string) ([][]string, int, error) {
		p, err := list(ctx, c, in, kind)
		if err != nil {
			return nil, 0, err
		}
		records, total := open(p)
		return rowsOf(c, records, cells), total, nil
	}}
}

func rowsOf[R any](c *call.Caller, records []R, cells func(*call.Caller, R) []string) [][]string {
	rows := make([][]string, len(records))
	for i, r := range records {
		rows[i] = cells(c, r)
	}
	return rows
}

func wordIn(w words, l protocol.Language) string { return textIn(store.Text(w), l) }

func wordsIn(list []words, l protocol.Language) []string {
	texts := make([]string, len(list))
	for i, w := range list {
		texts[i] = wordIn(w, l)
	}
	return texts
}

func (a *API) defName(c *call.Caller, id store.DefID) string {
	def, ok := a.Catalog.Item(id)
	if !ok {
		return "#" + strconv.Itoa(int(id))
	}
	return itemName(def, c.Language)
}

func (a *API) defNames(c *call.Caller, ids []store.DefID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = a.defName(c, id)
	}
	return strings.Join(names, "; ")
}

func (a *API) boxName(c *call.Caller, id store.BoxID) string {
	b, ok := a.Catalog.Box(id)
	if !ok {
		return "#" + strconv.Itoa(int(id))
	}
	return textIn(b.Name, c.Language)
}

func cents(n int64) string { return protocol.Gems(n).String() }

func clock(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.DateTime) }

func number64(id call.ID) string { return strconv.FormatInt(int64(id), 10) }

func numbers(list []int32) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.Itoa(int(n))
	}
	return strings.Join(texts, ", ")
}
