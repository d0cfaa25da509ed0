// Package bench measures the SDK beside others of the language, with the flags of bench/engine that all of them have. It is a
// module of its own: users of the SDK do not get its dependencies.
//
//	go test -bench . -count 20
package bench
