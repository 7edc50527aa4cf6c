// Package catalogue is what the house sells as one file: items, boxes with their odds, names, pictures, tags and when
// each box is on sale. A file is read strictly, checked, compared with what is there, and made one change of the
// catalogue that is in force from a stated time on, with every table of odds in the public log before.
//
// What a file leaves out stays as it is: players own items, and open what they have seen. A box is taken off sale by
// onSale. Deliberately absent: how a server follows a change (actors/shop/catalog), and any change of what was played.
package catalogue
