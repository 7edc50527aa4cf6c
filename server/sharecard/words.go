package sharecard

import (
	"fmt"
	"reflect"
	"strconv"

	"jadebox/protocol"
)

// Words are what cards say in a language. Those with a verb of fmt are for whoever writes the card.
type Words struct {
	Foot, Adults, Motto, Games                                               string
	Battle, Round, Rounds, Entry, OpenSeat                                   string
	Waiting, Countdown, Running, Finished, Void                              string
	Normal, Inverse, Terminal, Share, Teams                                  string
	Opened, OpenedFrom, Won, Lost, Chance, Gems                              string
	Roll, RollOpen, RollLocked, RollVoid, Drawn                              string
	Prize, Prizes, Entrant, Entrants                                         string
	Wish, WishOpen, WishDrawn, WishVoid                                      string
	Lucky, LuckyOpen, LuckyOver, LuckyVoid, Flipped, Rain, RainOver, Packets string
	Player                                                                   string
	// what stands before them in a number
	Thousands, Decimals string
}

// WordsOf a language that is whole.
func WordsOf(l protocol.Language) Words { return spoken[l.Whole()] }

var spoken = [len(protocol.Languages)]Words{
	{
		Foot: "哈希可验证 · 18+", Adults: "18+ · 适度娱乐", Motto: "每个结果都可验证", Games: "盲盒、开箱对战与升级",
		Battle: "开箱对战 · %s · %s", Round: "%d 轮", Rounds: "%d 轮", Entry: "入场 %s 钻石", OpenSeat: "空位",
		Waiting: "等您入座", Countdown: "即将开始", Running: "进行中", Finished: "对战结果", Void: "已取消",
		Normal: "标准模式", Inverse: "反向模式", Terminal: "终局模式", Share: "平分模式", Teams: "2 对 2",
		Opened: "开箱所得", OpenedFrom: "开自 %s", Won: "升级 · 成功", Lost: "升级 · 失败", Chance: "概率 %s%%", Gems: "%s 钻石",
		Roll: "Roll房", RollOpen: "进行中", RollLocked: "开奖中", RollVoid: "已取消", Prize: "%d 件奖品", Prizes: "%d 件奖品",
		Entrant: "%d 人参与", Entrants: "%d 人参与", Drawn: "已开奖",
		Wish: "许愿树", WishOpen: "许愿瓶 %d / %d", WishDrawn: "愿望成真", WishVoid: "已退还",
		Lucky: "幸运卡", LuckyOpen: "剩余 %d / %d 张", LuckyOver: "大奖已开出", LuckyVoid: "房间已关闭", Flipped: "幸运卡 · 翻开",
		Rain: "红包雨", RainOver: "发出 %s 钻石", Packets: "%d / %d 个红包",
		Player: "玩家", Thousands: ",", Decimals: ".",
	},
	{
		Foot: "Hash-verified · 18+", Adults: "18+ · PLAY IN MODERATION", Motto: "Every result can be checked",
		Games:  "Item boxes, case battles and upgrades",
		Battle: "CASE BATTLE · %s · %s", Round: "%d ROUND", Rounds: "%d ROUNDS", Entry: "%s gems entry",
		OpenSeat: "Open seat",
		Waiting:  "Take a seat", Countdown: "About to start", Running: "Running now", Finished: "The result",
		Void:   "Called off",
		Normal: "NORMAL", Inverse: "INVERSE", Terminal: "TERMINAL", Share: "SHARED", Teams: "2 V 2",
		Opened: "OPENED", OpenedFrom: "OPENED FROM %s", Won: "UPGRADE · WON", Lost: "UPGRADE · LOST",
		Chance: "at a chance of %s%%", Gems: "%s gems",
		Roll: "ROLL ROOM", RollOpen: "Open", RollLocked: "Being drawn", RollVoid: "Called off", Prize: "%d prize",
		Prizes: "%d prizes", Entrant: "%d entrant", Entrants: "%d entrants", Drawn: "Drawn",
		Wish: "WISH TREE", WishOpen: "%d of %d bottles", WishDrawn: "The wish came true", WishVoid: "Given back",
		Lucky: "LUCKY CARD", LuckyOpen: "%d of %d cards left", LuckyOver: "The top prize is out", LuckyVoid: "Closed",
		Flipped: "LUCKY CARD · TURNED", Rain: "RED-PACKET RAIN", RainOver: "%s gems given away",
		Packets: "%d of %d packets",
		Player:  "Player", Thousands: ",", Decimals: ".",
	},
	{
		Foot: "Verificado por hash · 18+", Adults: "18+ · JOGUE COM MODERAÇÃO",
		Motto: "Todo resultado pode ser conferido", Games: "Caixas, batalhas de caixas e upgrades",
		Battle: "BATALHA · %s · %s", Round: "%d RODADA", Rounds: "%d RODADAS", Entry: "entrada de %s gemas",
		OpenSeat: "Lugar livre",
		Waiting:  "Ocupe um lugar", Countdown: "Começando", Running: "Ao vivo", Finished: "O resultado",
		Void:   "Cancelada",
		Normal: "PADRÃO", Inverse: "INVERSO", Terminal: "RODADA FINAL", Share: "DIVIDIDO", Teams: "2 X 2",
		Opened: "ABERTO", OpenedFrom: "ABERTO DE %s", Won: "UPGRADE · GANHO", Lost: "UPGRADE · PERDIDO",
		Chance: "com chance de %s%%", Gems: "%s gemas",
		Roll: "SALA DE ROLL", RollOpen: "Aberta", RollLocked: "Sorteando", RollVoid: "Cancelada", Prize: "%d prêmio",
		Prizes: "%d prêmios", Entrant: "%d participante", Entrants: "%d participantes", Drawn: "Sorteada",
		Wish: "ÁRVORE DOS DESEJOS", WishOpen: "%d de %d garrafas", WishDrawn: "Desejo realizado", WishVoid: "Devolvida",
		Lucky: "CARTA DA SORTE", LuckyOpen: "%d de %d cartas restantes", LuckyOver: "O prêmio máximo saiu",
		LuckyVoid: "Fechada", Flipped: "CARTA DA SORTE · VIRADA", Rain: "CHUVA DE ENVELOPES",
		RainOver: "%s gemas distribuídas", Packets: "%d de %d envelopes",
		Player: "Jogador", Thousands: ".", Decimals: ",",
	},
}

// Count says how many, in the words for one or for any other number.
func Count[N int | int32](n N, one, other string) string {
	if n == 1 {
		return fmt.Sprintf(one, n)
	}
	return fmt.Sprintf(other, n)
}

// Amount writes hundredths as a language does.
func (w Words) Amount(hundredths int64) string {
	whole := strconv.FormatInt(hundredths/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + w.Thousands + whole[i:]
	}
	return fmt.Sprintf("%s%s%02d", whole, w.Decimals, hundredths%100)
}

// Texts is all that cards say in Chinese: what tools/cardfont must know.
func Texts() []string {
	w := reflect.ValueOf(spoken[protocol.Chinese])
	list := make([]string, w.NumField())
	for i := range list {
		list[i] = w.Field(i).String()
	}
	return list
}
