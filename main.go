// Command holdfast is an LLM proxy that keeps a provable record of what the
// code is, beside an editor, for people who code with small local models.
package main

func main() {}
