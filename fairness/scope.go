package fairness

import "strconv"

// A scope names whose key a seed belongs to; it is one line of every derivation.
// Players and roll rooms carry the letter that the shared vectors give them.

// SoloScope is "solo:u<player>:e<epoch>".
func SoloScope(playerID int64, epoch uint32) string {
	return "solo:" + PlayerText(playerID) + ":e" + strconv.FormatUint(uint64(epoch), 10)
}

// BattleScope is "battle:<room>".
func BattleScope(roomID int64) string { return "battle:" + strconv.FormatInt(roomID, 10) }

// RollScope is "roll:r<room>".
func RollScope(roomID int64) string { return "roll:r" + strconv.FormatInt(roomID, 10) }

// RainScope is "rain:<round>".
func RainScope(roundID int64) string { return "rain:" + strconv.FormatInt(roundID, 10) }

// LuckycardScope is "luckycard:<room>".
func LuckycardScope(roomID int64) string { return "luckycard:" + strconv.FormatInt(roomID, 10) }

// WishScope is "wish:<room>".
func WishScope(roomID int64) string { return "wish:" + strconv.FormatInt(roomID, 10) }

// PlayerText is a player in canonical text, "u<id>".
func PlayerText(playerID int64) string { return "u" + strconv.FormatInt(playerID, 10) }

// ResultID names one result everywhere it is shown: "<scope>:n<nonce>".
// A battle is one result and its id is its scope.
func ResultID(scope string, n uint64) string { return scope + ":n" + strconv.FormatUint(n, 10) }
