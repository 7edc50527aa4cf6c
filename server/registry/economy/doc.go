// Package economy says what the settings cost the house, and which ways of playing they would pay for.
//
// # What a day costs
//
// Of computes what the house gives away in a day to each of three reference players (Players): one who does nothing but
// come, one who plays for 20 gems a day and one who plays for 1,000. Of what a player plays with, a third goes into
// boxes, a third into upgrades and a third into battles, at 2 gems each, and everything that a box brings is sold; the
// player has one recharge a day, of what the house keeps of the play (EdgePPM), under an inviter. These are
// conventions: a site's own figures are in its records. They are the same before and after a change, so that the
// difference is what the change does.
//
// Gifts that come once for ever (real name, welcome, the bonus of a VIP level) are told apart, as what joining costs;
// what the house gives in a day to all players together (the ranking) is told apart as well. Values: a gem is a gem, a
// fragment is worth what it buys (prize.Settings.FragmentPPM), a discount is worth what it takes off the boxes that are
// opened under it, a battle's voucher its worth, a reset voucher the most that it can bring again, a chart nothing.
//
// # Loops
//
// A loop is a way to play whose returns pay for itself: whoever goes round it long enough has every gem of the house.
// Loops lists each with what one round brings of what it costs. A change is refused (ErrLoop) when it opens a loop, or
// widens one, beyond what holds before it and beyond what the standard leaves open: the standard itself leaves some
// open, for players whose volume is great enough, and `jadebox settings return` names them. Whoever closes one halfway
// is not hindered, nor is a return to the standard; a setting that cannot be read counts as the standard.
// Amounts in this package are expectations in cents of gems, hence floats: no balance is made of them.
//
// # Gains
//
// Gains are what who plays only for gifts can expect to take out, a day, a week and at joining, and a person with many
// accounts: gifts at the best volume, less what that play costs, and less what it costs to play gifts through. Unlike a
// loop a gain has an end; above 0 it is flagged. What stands against many accounts is what an account costs, which this
// package does not know.
//
// Deliberately absent: task boxes for a number of trade-ins, whose gift has no stake to be a share of, and what an
// operator's own wish rooms give for wish cards.
package economy
