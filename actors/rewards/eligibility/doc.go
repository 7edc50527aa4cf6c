// Package eligibility says who may be given what costs no stake: the sign-in, the wish tree, the welcome, the season
// (docs/rules.md, "Eligibility").
//
// A gift that asks for nothing is taken out again by the owner of many accounts, however often it must be staked over:
// an account that holds nothing else has nothing to lose, stakes all of it at once, and is left when it is gone. What
// keeps it from paying is play that comes first, with a phone or a recharge that not every account has.
//
// The ranking asks for the same, and for more play (actors/settings/rates), of the day that is ranked.
//
// Deliberately absent: gifts that are a share of what was spent already (task boxes, the weekly benefit, extra drops),
// which ask for play by themselves.
package eligibility
