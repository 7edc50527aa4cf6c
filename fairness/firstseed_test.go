package fairness

import (
	"errors"
	"testing"
)

func TestAFirstUserSeedFollowsFromTheCommitmentAlone(t *testing.T) {
	const commit = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
	seed, err := FirstUserSeed(commit)
	if err != nil || seed != "d12d8918667fe993" || ValidUserSeed(seed) != nil {
		t.Errorf("%q, %v", seed, err)
	}
	for _, missing := range []string{"", commit[1:], "X" + commit[1:]} {
		if seed, err := FirstUserSeed(missing); !errors.Is(err, ErrInput) || seed != "" {
			t.Errorf("commitment %q: %q, %v", missing, seed, err)
		}
	}
}
