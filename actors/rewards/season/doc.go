// Package season is the terms of the seasonal activity: when it runs, what play earns tokens, what tokens buy, and how friends
// help. Whoever runs the site sets them; players see every one of them.
//
// Without a season that has begun and is not over there is no activity. Tokens are a currency of their own (store.Tokens) and
// outlast their season. Deliberately absent: progress and claims (actors/rewards/active), the drawing of a box (actors/player).
package season
