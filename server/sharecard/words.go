package sharecard

import (
	"fmt"
	"reflect"
	"strconv"

	"jadebox/protocol"
)

// Words are what all cards say in a language; a kind's own stand with the kind (call.RoomKind.Says). Those with a verb
// of fmt are for the code that draws the card.
type Words struct {
	Foot, Adults, Motto, Games                  string
	Opened, OpenedFrom, Won, Lost, Chance, Gems string
	Player                                      string
	// what stands before them in a number
	Thousands, Decimals string
}

// WordsOf a language that is whole.
func WordsOf(l protocol.Language) Words { return spoken[l.Whole()] }

var _ [len(protocol.Languages)]Words = spoken // a language without words does not compile

var spoken = [...]Words{
	{
		Foot: "哈希可验证 · 18+", Adults: "18+ · 适度娱乐", Motto: "每个结果都可验证", Games: "盲盒、开箱对战与升级",
		Opened: "开箱所得", OpenedFrom: "开自 %s", Won: "升级 · 成功", Lost: "升级 · 失败", Chance: "概率 %s%%", Gems: "%s 钻石",
		Player: "玩家", Thousands: ",", Decimals: ".",
	},
	{
		Foot: "Hash-verified · 18+", Adults: "18+ · PLAY IN MODERATION", Motto: "Every result can be checked",
		Games:  "Item boxes, case battles and upgrades",
		Opened: "OPENED", OpenedFrom: "OPENED FROM %s", Won: "UPGRADE · WON", Lost: "UPGRADE · LOST",
		Chance: "at a chance of %s%%", Gems: "%s gems",
		Player: "Player", Thousands: ",", Decimals: ".",
	},
	{
		Foot: "Verificado por hash · 18+", Adults: "18+ · JOGUE COM MODERAÇÃO",
		Motto: "Todo resultado pode ser conferido", Games: "Caixas, batalhas de caixas e upgrades",
		Opened: "ABERTO", OpenedFrom: "ABERTO DE %s", Won: "UPGRADE · GANHO", Lost: "UPGRADE · PERDIDO",
		Chance: "com chance de %s%%", Gems: "%s gemas",
		Player: "Jogador", Thousands: ".", Decimals: ",",
	},
}

// Count reports how many, in the words for one or for any other number.
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

// Texts are these words in Chinese: what tools/cardfont must know.
func Texts() []string {
	w := reflect.ValueOf(spoken[protocol.Chinese])
	list := make([]string, w.NumField())
	for i := range list {
		list[i] = w.Field(i).String()
	}
	return list
}
