// Package measure counts and times what a load run does, second by second.
//
// Latency runs from the first attempt of an operation to its acknowledgement, retries and outages included: a stalled
// server does not look fast because it could not be asked. Deliberately absent: what the numbers mean (package report).
package measure
