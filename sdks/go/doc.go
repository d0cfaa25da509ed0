// Package bunting evaluates Bunting's feature flags in your process.
//
// [Open] connects to Bunting, keeps an environment's flags in memory and follows their changes. It comes back at once:
// [Flags.Ready] waits for the first flags, and until they are there every question is answered with its fallback.
//
//	flags := bunting.Open(bunting.Options{URL: "http://127.0.0.1:4001", Key: os.Getenv("BUNTING_KEY")})
//	defer flags.Close(context.Background())
//	flags.Ready(ctx)
//	if flags.Bool("new-cart", bunting.EvalContext{UserID: "ada"}, false) {
//		// …
//	}
//
// A question is answered from memory, by any number of goroutines at once, without allocating. It never panics and never
// waits: whatever is wrong, the fallback comes back, and [Flags.BoolDetails] and its siblings say why.
package bunting
