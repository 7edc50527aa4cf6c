// Package sitetest holds what a site says to what a draw keeps: no text claims of every source what is true of drand
// alone, and none promises fairness that has not to be checked. The page's texts are held to the same list
// (client/src/i18n/beacon-texts.test.ts). Deliberately absent: what is true instead.
package sitetest
