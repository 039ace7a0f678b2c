package cli

// production wires the commands to the rooms of the house.
func production() Deps {
	return Deps{}
}
