// Package season is the settings of the seasonal activity: when it runs, what play earns tokens, what tokens buy, and
// how friends help. The operator sets them; players see every one of them.
//
// Without a season that has begun and is not over there is no activity. Tokens are a currency of their own
// (store.Tokens) and outlast their season. Deliberately absent: progress and claims (actors/rewards/active), the
// drawing of a box (actors/player).
//
// # The activity of a season
//
// actors/rewards/season is the settings (setting activity: a name, a start, an end, what play earns, which boxes
// tokens buy, help, and the page it is at home on: /page/active shows every season, /moonbox and /newyear2025 their
// own and otherwise when theirs begins). Tokens ("radishes") are a currency of their own that only these ops give.
// actors/rewards/active keeps nothing: progress follows from the day's ops and rooms, a claim is one op under season,
// day, type and step, a friend's help one op under season, day and *place*. Places are taken in order and a taken one
// refuses another friend's request, which makes once a day and so many a day hold without a lock. A box is drawn by
// the player's actor as any opening is (draw), under the kind active.open: the same leaves, bundle and verifier,
// items of source 10 (8 in a new-year season), and nothing that counts as gems spent.
//
// A box of a season can have a cycle of 28 tables, one a night (docs/rules.md, "Moon box"): each is an ordinary box of
// the catalogue, so that draw, bundle and records know nothing of it, and the night is counted in days of the site's
// calendar from the season's first. The cycle is committed (fairness.Cycle, season.Publish) by one op under the
// season's name, whose leaf is in the public log: a name has one cycle for ever. jadebox settings set holds it to the
// catalogue first, every table as committed and all worth the same within 2 %; an opening looks for the op and for the
// night's table, and draws from no other (5846). All of it is public from then on (/api/activity/cycle), and /moonbox
// computes both kinds of hash once more.
//
// Product-spec §7 lists /api/activity/open and /assistance under GET. A GET changes nothing here, whatever client
// fetches it ahead: there they answer what would happen, and POST on the same path does it.
package season
