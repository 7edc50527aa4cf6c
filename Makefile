# Everything is a target of tools/dev, which says what it brings and what it skips.
# With the flags of the test run: with others the standard library would be compiled once more.
DEV := go run -trimpath -gcflags=all=-dwarf=false ./tools/dev

.PHONY: run dev build test lint bench crash sim screens gen examples release clean
run: ; go build -o bin/dev ./tools/dev && exec bin/dev run # go run would not pass SIGTERM on
dev: ; go build -o bin/dev ./tools/dev && exec bin/dev dev # a demo that follows the source
build: ; $(DEV) build
test: ; $(DEV) test
lint: ; $(DEV) lint
bench: ; $(DEV) bench
crash: ; $(DEV) crash
sim: ; SEEDS=$(SEEDS) $(DEV) sim
screens: ; $(DEV) screens $(SCREENS) # pictures of every screen, on sheets
gen: ; $(DEV) gen
examples: ; $(DEV) examples # of the OpenAPI document, from what the tests saw
release: ; $(DEV) release # archives for Linux in dist/
clean: ; rm -rf bin dist shots client/dist client/.cache server/web/dist store/embedded/packed
