// Package demo fills a fresh install with boxes, items and players, and runs house players so that ticker and lobby
// live.
//
// Everything goes through the same services as what real players do. Deliberately absent: any rule of play, and
// anything that runs without --demo.
package demo
