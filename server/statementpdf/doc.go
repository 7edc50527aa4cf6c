// Package statementpdf prints a statement of account as PDF: what it says of itself, sums, and a table over as many
// pages as it has lines, each with its number.
//
// Its letters are a part of Noto Sans CJK SC (SIL Open Font License 1.1, OFL.txt): Latin ones and the Chinese
// characters of the statements' own words, made by tools/letters. A file has those that it shows. Deliberately absent:
// what a statement says (server/httpapi).
package statementpdf
