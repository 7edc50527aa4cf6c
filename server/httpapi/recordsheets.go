package httpapi

import (
	"context"
	"maps"
	"strconv"

	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/store"
)

// sheets are the record pages of product-spec §2 that can be taken away, by the name that the client's page has for its
// file.
func (a *API) sheets() map[string]call.Sheet {
	sheets := a.playSheets()
	maps.Copy(sheets, a.accountSheets())
	for _, r := range a.RoomKinds {
		if r.Sheets != nil {
			maps.Copy(sheets, r.Sheets(&a.Site))
		}
	}
	return sheets
}

// playSheets are those of what a player plays outside of rooms.
func (a *API) playSheets() map[string]call.Sheet {
	return map[string]call.Sheet{
		"openings": call.SheetOf(a.openHistory,
			[]store.Text{call.ColumnTime, {Zh: "结果编号", En: "Result", Pt: "Resultado"},
				{Zh: "箱子", En: "Box", Pt: "Caixa"}, call.ColumnItem, call.ColumnValue, {Zh: "单价", En: "Price of one",
					Pt: "Preço de uma"}},
			func(p openingPage) ([]pastResult, int) { return p.Records, p.Total },
			func(c *call.Caller, r pastResult) []string {
				return []string{call.Clock(r.AtMS), r.ResultID, a.BoxName(c, r.BoxID), a.DefName(c, r.Def),
					call.Cents(r.ValueCents), call.Cents(r.PriceCents)}
			}),
		"activity": call.SheetOf(a.activeRecords,
			[]store.Text{call.ColumnTime, {Zh: "结果编号", En: "Result", Pt: "Resultado"},
				{Zh: "箱子", En: "Box", Pt: "Caixa"}, call.ColumnItem, call.ColumnValue,
				{Zh: "萝卜", En: "Radishes", Pt: "Rabanetes"}},
			func(p activeRecords) ([]activeRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r activeRecord) []string {
				return []string{call.Clock(r.AtMS), r.ResultID, a.BoxName(c, r.BoxID), a.DefName(c, r.Def),
					call.Cents(r.ValueCents), call.Number(call.ID(r.Tokens))}
			}),
		"upgrades": call.SheetBy(func(ctx context.Context, c *call.Caller, in call.Page, kind string) (upgradePage,
			error) {
			return a.ownUpgrades(ctx, c, ownUpgrades{in, call.EndFilter{State: kind}})
		}, []store.Text{call.ColumnTime, {Zh: "结果编号", En: "Result", Pt: "Resultado"},
			{Zh: "投入物品", En: "Given", Pt: "Entregue"}, {Zh: "投入价值", En: "Given value", Pt: "Valor entregue"},
			{Zh: "目标物品", En: "Target", Pt: "Alvo"}, {Zh: "目标价值", En: "Target value", Pt: "Valor do alvo"},
			{Zh: "成功率 %", En: "Chance %", Pt: "Chance %"}, call.ColumnState},
			func(p upgradePage) ([]upgradeRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r upgradeRecord) []string {
				won := "won"
				if r.Result != 0 {
					won = "lost"
				}
				return []string{call.Clock(r.AtMS), r.ResultID, a.DefNames(c, r.LeftDefs),
					call.Cents(r.ItemsCents + r.GemsCents), a.DefName(c, r.RightDef), call.Cents(r.RightCents),
					strconv.FormatFloat(r.SuccessRate, 'f', 2, 64), call.Said(c, won)}
			}),
		"trades": call.SheetOf(a.tradeRecord, []store.Text{call.ColumnTime, call.ColumnNumber,
			{Zh: "投入物品", En: "Given", Pt: "Entregue"}, {Zh: "物品价值", En: "Items' value", Pt: "Valor dos itens"},
			{Zh: "补充钻石", En: "Gems added", Pt: "Gemas adicionadas"},
			{Zh: "换得", En: "Got", Pt: "Recebido"}, call.ColumnValue, {Zh: "退回", En: "Back", Pt: "Devolvido"}},
			func(p tradePage) ([]tradeRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r tradeRecord) []string {
				return []string{call.Clock(r.AtMS), call.Number(r.OpID), a.DefNames(c, r.GivenDefs),
					call.Cents(r.ItemsCents), call.Cents(r.GemsCents), a.DefName(c, r.Target),
					call.Cents(r.TargetCents), call.Cents(r.RefundCents)}
			}),
		"drops": call.SheetOf(a.dropRecords, []store.Text{call.ColumnTime, call.ColumnNumber, call.ColumnItem,
			call.ColumnValue, {Zh: "消费满", En: "For spending", Pt: "Por gastar"}},
			func(p dropPage) ([]dropRecord, int) { return p.Records, p.Total },
			func(_ *call.Caller, r dropRecord) []string {
				return []string{call.Clock(r.AtMS), call.Number(r.ID), r.StuffName, call.Cents(r.ValueCents),
					call.Cents(r.SpentCents)}
			}),
	}
}

// accountSheets are those of what comes into an account, leaves it and is bought.
func (a *API) accountSheets() map[string]call.Sheet {
	return map[string]call.Sheet{
		"recharge": call.SheetBy(func(ctx context.Context, c *call.Caller, in call.Page, kind string) (payPage, error) {
			return a.payRecords(ctx, c, payFilter{Page: in, State: kind})
		}, []store.Text{call.ColumnTime, call.ColumnNumber, {Zh: "支付方式", En: "Way", Pt: "Meio"},
			call.ColumnState, {Zh: "金额", En: "Amount", Pt: "Valor"}, {Zh: "币种", En: "Currency", Pt: "Moeda"},
			{Zh: "钻石", En: "Gems", Pt: "Gemas"}, {Zh: "赠送", En: "Bonus", Pt: "Bônus"}},
			func(p payPage) ([]PayRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r PayRecord) []string {
				return []string{call.Clock(r.AtMS), call.Number(r.ID), r.Name, call.Said(c, r.State),
					call.Cents(r.PriceCents), r.Currency, call.Cents(r.GemsCents), call.Cents(r.BonusCents)}
			}),
		"withdrawals": call.SheetOf(a.withdrawRecords, []store.Text{call.ColumnTime, call.ColumnNumber,
			call.ColumnState, {Zh: "金额 R$", En: "Amount R$", Pt: "Valor R$"},
			{Zh: "Pix 密钥", En: "Pix key", Pt: "Chave Pix"}},
			func(p withdrawPage) ([]withdrawRecord, int) { return p.Records, p.Total },
			func(c *call.Caller, r withdrawRecord) []string {
				return []string{call.Clock(r.AtMS), r.ID, call.Said(c, r.Step), call.Cents(r.AmountCents), r.PixKey}
			}),
		statementList: a.recordSheet(),
		"retrievals":  a.retrievalSheet(),
		"mall-orders": call.SheetOf(a.mallOrders, []store.Text{call.ColumnTime, call.ColumnNumber, call.ColumnItem,
			{Zh: "价格", En: "Price", Pt: "Preço"}},
			func(p mallOrders) ([]mallOrder, int) { return p.Records, p.Total },
			func(_ *call.Caller, r mallOrder) []string {
				return []string{call.Clock(r.AtMS), call.Number(r.OrderID), r.Name, call.Cents(r.PriceCents)}
			}),
		"exchanges": call.SheetOf(a.exchangeRecords, []store.Text{call.ColumnTime, call.ColumnNumber, call.ColumnItem,
			call.ColumnValue, {Zh: "碎片", En: "Fragments", Pt: "Fragmentos"}},
			func(p exchangePage) ([]exchangeRecord, int) { return p.Records, p.Total },
			func(_ *call.Caller, r exchangeRecord) []string {
				return []string{call.Clock(r.AtMS), call.Number(r.ID), r.StuffName, call.Cents(r.ValueCents),
					strconv.FormatInt(r.Fragments, 10)}
			}),
	}
}

func textsIn(list []store.Text, l protocol.Language) []string {
	texts := make([]string, len(list))
	for i, w := range list {
		texts[i] = call.TextIn(w, l)
	}
	return texts
}
