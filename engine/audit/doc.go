// Package audit is the shadow audit (TSLP 10): after a reply the model is asked,
// in a request of one turn, whether what it wrote of an entity is completed,
// partial or only discussed. It never holds anything up: what is asked and what
// an answer is worth are pure functions, and an Auditor asks, one question at a
// time, until anyone else wants the model.
//
// It owns nothing but one question at a time. A turn that has ended gives the job to
// package aside; the answers go to the gates as evidence.
package audit
