// Package delivery has bots: what stands behind the port of actors/shop/delivery.
//
// Deliberately absent: a bot of a real platform. One is an adapter of actors/shop/delivery.Bot and a line in
// server/app.
package delivery
