package author

// WrapperHeads is the table, for a test that goes through all of it.
var WrapperHeads = wrapperHeads

// Orders reports of each order whether the words that are looked for first let a
// text pass, and whether the order is given in it.
func Orders(text string) (pass, given []bool) {
	for _, o := range []order{byProduct, summing, named} {
		pass, given = append(pass, o.maybeIn(text)), append(given, o.given.MatchString(text))
	}
	return pass, given
}
