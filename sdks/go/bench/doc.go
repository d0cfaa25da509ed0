// Package bench compares the SDK with others for Go, using the flags of bench/engine that all of them support. It is a
// separate module, so that users of the SDK do not get its dependencies.
//
//	go test -bench . -count 20
package bench
