// Package bunting evaluates Bunting's feature flags in your process.
//
// [Open] connects to Bunting, keeps an environment's flags in memory and follows their changes. It returns immediately:
// [Flags.Ready] waits for the first flags, and until they arrive every evaluation returns its fallback.
//
//	flags := bunting.Open(bunting.Options{URL: "http://127.0.0.1:4001", Key: os.Getenv("BUNTING_KEY")})
//	defer flags.Close(context.Background())
//	flags.Ready(ctx)
//	if flags.Bool("new-cart", bunting.EvalContext{UserID: "ada"}, false) {
//		// …
//	}
//
// Evaluations read memory only, do not allocate, and are safe for concurrent use. They never panic and never block:
// whatever goes wrong, they return the fallback, and [Flags.BoolDetails] and its siblings return the reason.
package bunting
