package demo

import (
	"context"
	"time"

	"jadebox/actors/settings"
	"jadebox/server/notice"
	"jadebox/server/site"
	"jadebox/store"
)

// notices of a fresh install. None shows itself: a visitor of the demo comes to see the site.
var notices = []notice.Notice{
	{Type: "website", State: notice.Suppressed, Link: "/page/helpcenter/shouldknow",
		Title: store.Text{Zh: "请适度娱乐", En: "Play in moderation", Pt: "Jogue com moderação"},
		Text: store.Text{Zh: "本站仅面向年满 18 周岁的用户。事先决定愿意花费的数额，到此为止。\n谨防诈骗：本站人员绝不会索要您的密码，也不会通过私信发放钻石。",
			En: "This site is for people aged 18 and over. Decide beforehand how much you want to spend, and stop there.\nBeware of scams: nobody from this site asks for your password or sends gems through messages.",
			Pt: "Este site é para maiores de 18 anos. Decida antes quanto quer gastar e pare ali.\nCuidado com golpes: ninguém deste site pede a sua senha nem envia gemas por mensagem."}},
	{Type: "website", State: notice.Suppressed, Link: "/page/instrutions",
		Title: store.Text{Zh: "每个结果都可验证", En: "Every result can be checked", Pt: "Todo resultado pode ser conferido"},
		Text: store.Text{Zh: "每次开箱前我们都会公布服务器种子的哈希，开箱后公布种子本身。\n公平说明页面有一个可以亲手操作的示例。",
			En: "Before each opening we publish the hash of the server seed, and the seed itself after it.\nThe page about fairness has an example that you can play with your own hands.",
			Pt: "Antes de cada abertura publicamos o hash da semente do servidor e, depois, a própria semente.\nA página sobre justiça traz um exemplo para você mesmo jogar."}},
	{Type: "activity", State: notice.Suppressed, Link: "/upgrade/rank",
		Title: store.Text{Zh: "升级排行榜每日发奖", En: "The upgrade ranking pays every day",
			Pt: "O ranking de upgrade paga todo dia"},
		Text: store.Text{Zh: "每次升级的得分 = 物品价值 ÷ 成功率，每位玩家取当天最高分。\n榜单每 10 分钟刷新，0:00 截止，奖励于次日 14:00 前以钻石发放。",
			En: "The score of an upgrade is the value of its item divided by its success rate; the best of the day counts for each player.\nThe list is refreshed every 10 minutes and closes at 0:00. Rewards are paid in gems before 14:00 of the next day.",
			Pt: "A pontuação de um upgrade é o valor do item dividido pela chance de sucesso; vale a melhor do dia de cada jogador.\nA lista é atualizada a cada 10 minutos e fecha às 0:00. Os prêmios saem em gemas antes das 14:00 do dia seguinte."}},
	{Type: "taskbox", State: notice.Suppressed, Link: "/page/task",
		Title: store.Text{Zh: "任务宝箱", En: "Task boxes", Pt: "Caixas de tarefas"},
		Text: store.Text{Zh: "完成任务即可免费开启每日、每周和每月宝箱。\n每日 00:00、每周一 00:00、每月 1 日 00:00 重置。",
			En: "Whoever does a task opens its daily, weekly or monthly box for free.\nThey begin anew every day at 00:00, every Monday at 00:00 and on the 1st of each month at 00:00.",
			Pt: "Quem cumpre uma tarefa abre de graça a sua caixa diária, semanal ou mensal.\nElas recomeçam todo dia às 00:00, toda segunda-feira às 00:00 e no dia 1º de cada mês às 00:00."}},
	{Type: "roll", State: notice.Suppressed, Link: "/page/roll",
		Title: store.Text{Zh: "官方福利Roll房", En: "Official welfare roll rooms", Pt: "Salas de roll oficiais"},
		Text: store.Text{Zh: "官方Roll房免费加入。房间锁定时写明由哪一轮随机数决定每份奖品的得主，房间里标明它的来源，结果可供核对。\n主播房可能需要密码；加入条件写在房间里。",
			En: "Official roll rooms are free to join. As a room locks it names the round of the random value that decides who gets each prize; the room says where that value comes from, and the result can be checked.\nRooms of streamers may ask for a password; what they ask for stands in the room.",
			Pt: "As salas oficiais são gratuitas. Ao travar, a sala nomeia a rodada do valor aleatório que decide quem leva cada prêmio; ela diz de onde vem esse valor, e o resultado pode ser conferido.\nSalas de streamers podem pedir senha; as condições estão na sala."}},
}

// groups of the side bar: a demo has no chat, so the code leads a phone to the site itself.
var groups = []site.Group{{Name: store.Text{Zh: "手机扫码访问", En: "Open on your phone", Pt: "Abrir no celular"}, URL: "/"}}

func seedNotices(ctx context.Context, to settings.Store, now time.Time) error {
	var b notice.Centre
	for _, n := range notices {
		if _, err := b.Add(now, n); err != nil {
			return err
		}
	}
	if err := seedSetting(ctx, to, now, notice.Setting, b); err != nil {
		return err
	}
	return seedSetting(ctx, to, now, site.Setting, site.Settings{Soon: []string{}, Groups: groups})
}
