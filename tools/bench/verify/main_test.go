package main

import (
	"strings"
	"testing"

	"jadebox/fairness"
)

func TestAResultThatTheKeyDoesNotDrawIsNoVerifiedOne(t *testing.T) {
	key, err := fairness.ParseKey(strings.Repeat("03", 32))
	if err != nil {
		t.Fatal(err)
	}
	w, err := draw(key)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.verify(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*result){
		"seed": func(r *result) { r.seed = "0" + r.seed[1:] + "x" },
		"hash": func(r *result) { r.hash = strings.Repeat("0", len(r.hash)) },
		"item": func(r *result) { r.item++ },
	} {
		kept := w.drawn[batch/2]
		change(&w.drawn[batch/2])
		if err := w.verify(); err == nil {
			t.Errorf("a wrong %s is verified", name)
		}
		w.drawn[batch/2] = kept
	}
}
