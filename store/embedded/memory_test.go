package embedded

import "testing"

func TestTheCacheIsAnEighthOfTheMachine(t *testing.T) {
	for memory, want := range map[uint64]string{0: "64MB", 256 << 20: "64MB", 512 << 20: "64MB", 1 << 30: "128MB",
		4 << 30: "512MB", 8 << 30: "1024MB", 256 << 30: "1024MB"} {
		if got := sharedBuffers(memory); got != want {
			t.Errorf("%d MB of memory: %s, want %s", memory>>20, got, want)
		}
	}
	if machineMemory() == 0 {
		t.Error("this machine does not say what it has")
	}
}
