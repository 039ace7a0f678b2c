// Package english is the linguistic layer of the reader: words, sentences,
// clauses and what each clause does in a conversation. It knows English as it
// is typed into chats (lower case, contractions, shorthand, slips of
// non-native speakers) and nothing about deltas.
//
// What it knows of words stands in words.txt: closed classes, verbs by what they
// mean for work, and cue phrases. A new wording is a line there. Time and memory are
// linear in the text.
//
// It owns words.txt. The readers of conversations and the trainer call it.
package english
