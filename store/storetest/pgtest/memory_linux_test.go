package pgtest

import "testing"

func TestADirectoryInMemoryIsUsedOnlyWhereThereIsThatMemory(t *testing.T) {
	const available = "MemTotal:       9000 kB\nMemFree:           1 kB\nMemAvailable:   4 kB\n"
	for _, c := range []struct {
		meminfo, limit string
		want           bool
	}{
		{available, "max\n", true}, {available, "", true}, {available, "8192\n", true},
		{available, "8191\n", false},
		{"MemAvailable:   3 kB\n", "max\n", false}, {"", "max\n", false},
	} {
		if got := hasMemory(c.meminfo, c.limit, 4096); got != c.want {
			t.Errorf("%q with limit %q: %t", c.meminfo, c.limit, got)
		}
	}
}
