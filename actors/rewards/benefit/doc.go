// Package benefit is the weekly benefit: a player who has spent enough gems on play since Monday takes the amount of
// the highest step that is reached, once a week (product-spec §§3, 5).
//
// Nothing is kept beside the journal: what was spent is counted from it, and what was taken is the op under the week's
// key. Deliberately absent: a week that was missed, and the rest up to a step that is reached after the claim.
package benefit
