package author

// WrapperHeads is the table, for a test that goes through all of it.
var WrapperHeads = wrapperHeads
