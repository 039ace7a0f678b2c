// Package english is the linguistic layer of the extractor: words, sentences,
// clauses and what each clause does in a conversation. It knows English as it
// is typed into chats (lower case, contractions, shorthand, slips of
// non-native speakers) and nothing about deltas.
//
// There is no model and no statistics in it: closed-class words, verbs by
// what they mean for work, and cue phrases are tables (spelling.go, words.go,
// verbs.go, cues.go, date.go), each entry with its reason in a word. Time and memory are
// linear in the text.
package english
