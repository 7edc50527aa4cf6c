package demo

import (
	"testing"
	"time"
)

// A fresh demo has a rain after three minutes; one that asks for none stays dry.
func TestADemoRainsAfterThreeMinutes(t *testing.T) {
	if e := rains(now(), 20*time.Minute); !e.First.Equal(now().Add(3*time.Minute)) || e.Each != 20*time.Minute {
		t.Errorf("%+v", e)
	}
	if e := rains(now(), 0); e.Each != 0 {
		t.Errorf("%+v", e)
	}
}
