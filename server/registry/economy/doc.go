// Package economy says what the settings cost the house, and which ways of playing they would pay for.
//
// # What a day costs
//
// Of computes what the house gives away in a day to each of three reference players (Players): one who does nothing but
// come, one who plays for 20 gems a day and one who plays for 1,000. Of what a player plays with, a third goes into
// boxes, a third into upgrades and a third into rooms in which boxes are played, at 2 gems each, and everything that a
// box brings is sold; the player has one recharge a day, of what the house keeps of the play (HouseEdgePPM), under an
// inviter. These are conventions: a site's own figures are in its records. They are the same before and after a change,
// so that the difference is what the change does.
//
// Gifts that come once for ever (real name, welcome, the bonus of a VIP level) are told apart, as what joining costs;
// what the house gives in a day to all players together (the ranking) is told apart as well. Values: a gem is a gem, a
// fragment is worth what it buys (prize.Settings.FragmentPPM), a discount is worth what it takes off the boxes that are
// opened under it, a battle's voucher its worth, a reset voucher the most that it can bring again, a chart nothing.
//
// What gives is a line of one table (reckoned), by the kinds of its ops: what a day costs, what comes at joining and
// what feeds the loops follow from it, and a test names a gift of actors/rewards/playthrough that is not in it.
//
// # Loops
//
// A loop is a way to play whose returns are more than it costs: a player who goes round it long enough has every gem of
// the house. A round that brings back exactly what it costs, as a trade-in does, is none. Loops lists each with what
// one round brings of what it costs: all that a day at that volume brings, at the volume at which gifts are the
// greatest share of it. Days of several kinds of play are searched: what gifts ask to be spent is spread over the kinds
// at no cost, and a row of sign-ins has the best day for each of its own. The standard leaves none open. A change is
// refused (ErrLoop) when it opens a loop, or widens one; a change that closes one halfway is not hindered; a setting
// that cannot be read counts as the standard. Of the boxes on sale the one that keeps the least is reckoned with. Rooms
// are searched kind by kind, by what each says of itself (Return of its room.Spec): only of kinds in which boxes are
// played are days of several kinds of play searched, and there one kind a day; kinds that give are searched together.
// What waits to be in force is reckoned with as of its time (ReadComing): neither settings nor an import open a loop
// later. A server for people does not start on settings or boxes that leave one open (server/app), and is shown what
// contributes to it.
//
// How often a gift must be staked over does not make it worth less than one stake of it does: a player who has nothing
// else in an account stakes all of it at once, and leaves the account when it is gone. What closes a gift is play that
// comes before it (actors/rewards/eligibility), of which the house keeps more than the gift is worth. Amounts in this
// package are expectations in cents of gems, hence floats: no balance is made of them.
//
// # Gains
//
// Gains are what a player who plays only for gifts can expect to take out, a day, a week and at joining, and a person
// with many accounts: gifts at the best volume, less what that play costs, and less what it costs to stake gifts once.
// One that can be had again and again is a loop as any other. What comes once is told: a real name's reward, which a
// person has once.
//
// Tasks that cost nothing (trade-ins, rooms that are free to join, friends who join) count as done: what is given for
// one of them is had by coming.
//
// The ranking is reckoned for a player alone: the first place of both boards, and for a person with many accounts the
// places that follow.
//
// Deliberately absent: what an operator's own wish rooms give for wish cards; the rewards of rains above their least,
// which depend on who else is there; and a demo's own rains, house players and welcome gems, which are play money.
package economy
