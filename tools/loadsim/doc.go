// Package loadsim loads a running server with players over real HTTP and real sockets, and checks everything they see:
// balances op by op, the order of events, that a snapshot is what the events built, that the same key gives the same
// answer, that results verify. It is the tool behind `jadebox loadsim`.
//
// Bots know the protocol and the rules of arithmetic, nothing of the server. Deliberately absent: starting or killing
// the server (tools/kill), loading a host that is not this machine unless its owner says so.
//
// # Times
//
// An operation is timed from its first attempt to its acknowledgement. In the open model (--stages 30s:100,1m:500: the
// rate moves evenly to 100 turns a second within 30 s, then to 500 within a minute; 0s: jumps) turns fall due at
// planned times, whether or not a bot is free, and the first operation of each is timed from then on. How long events
// are on their way is measured by the server's clock, which is estimated from round trips on a socket of its own.
//
// # Expectations
//
// --expect holds the report to a limit and may be repeated: METRIC, one of < <= > >= ==, and a limit.
//
//	open.p99<200ms       pNN, min, mean, max of an operation, by its name or the last part of it
//	delay.p99<1s         of all deliveries; delay.battle.p99 of one kind of topic; late.p99 of arrivals
//	errors<1%            errors of all attempts, failed: operations given up; of one operation: open.errors<5
//	rate>100             acknowledged a second; of one operation: open.rate>50, open.count>=1000
//	arrived>=95%         bots; unserved<1%: arrivals that no bot was free for; gaveup<1%: bots that gave up
//	count>=1000          acknowledged in all
//
// All bots must arrive, all arrivals be served, no bot give up, and something be acknowledged, unless an expectation
// All bots must arrive, all arrivals be served, no bot give up, and something be acknowledged, unless an expectation
// says otherwise. The command exits with 0, with 1 when something seen or audited was wrong, 2 when it was told
// nonsense, 3 when there was nothing to report, and 4 when an expectation was not met, or the run was told to end
// before its time.
//
// # Scenarios in a file
//
// --scenario FILE.json has parts with weights, which any number of bots is dealt by:
//
//	{"name": "evening", "think": "300ms", "stages": "30s:100", "expect": ["errors<1%"], "houseAccounts": true,
//	 "parts": [{"play": "open", "weight": 6}, {"play": "battle", "weight": 3, "think": "1s"},
//	           {"play": "mall", "cheapest": 10}, {"play": "pay", "gemsCents": 1000}, {"play": "tasks"},
//	           {"play": "channels", "channels": ["drop", "wish"]}]}
//
// play is open, upgrade, spectate, mall, pay (in the sandbox of a demo), tasks, channels (the JSON channels) or a kind
// of room. All but play may be left out. The mall, and houseAccounts, need --data or --database-url.
//
// # Several runs
//
// --accounts FILE keeps accounts for the next run, which then hashes no passwords. `loadsim compare BEFORE AFTER`
// holds a report.json to an earlier one of the same scenario and exits with 4 when it is worse. Generators on one or
// several machines each have a --seed and an --out of their own; `loadsim merge` makes one report of theirs, with
// percentiles of all operations together, holds it to what its generators were told to expect, and takes --expect
// for the whole. --junit and --csv write any of these for other tools.
package loadsim
