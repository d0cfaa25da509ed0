// Package bench measures the SDK beside others of the language, with the flags of bench/engine that all of them have. It is a
// module of its own: nobody who uses the SDK gets what it depends on.
//
//	go test -bench . -count 20
package bench
