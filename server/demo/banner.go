package demo

import (
	"jadebox/server/site"
	"jadebox/store"
)

// banners of the home carousel, the weightiest first.
var banners = []site.Banner{
	{ID: "jade-banquet", Image: "/art/banners/jade-banquet.webp", MoveImage: "/art/banners/jade-banquet-m.webp",
		Link: "/case/csgo", Weight: 30,
		Title: store.Text{Zh: "翡翠盛宴 · 开箱季", En: "The Jade Banquet opening season",
			Pt: "O Banquete de Jade: temporada de caixas"}},
	{ID: "battle-arena", Image: "/art/banners/battle-arena.webp", MoveImage: "/art/banners/battle-arena-m.webp",
		Link: "/page/caseBattle", Weight: 20,
		Title: store.Text{Zh: "四人对战，胜者通吃", En: "Four players, one winner", Pt: "Quatro jogadores, um vencedor"}},
	{ID: "provably-fair", Image: "/art/banners/red-packet-rain.webp", MoveImage: "/art/banners/red-packet-rain-m.webp",
		Link: "/page/instrutions", Weight: 10,
		Title: store.Text{Zh: "每个结果都可验证", En: "Every result can be checked", Pt: "Todo resultado pode ser conferido"}},
}
