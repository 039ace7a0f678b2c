// Package sample makes texts that a regular expression matches.
//
// Where an expression is slow, a filter stands before it that dismisses most texts at a
// glance. Such a filter may let through too much, never too little: tests ask it about
// texts that are made from the expression itself.
//
// It owns nothing. Only tests call it.
package sample
