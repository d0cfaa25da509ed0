package bunting

// Version is that of this module.
const Version = "0.5.0"

const (
	sdkVersion = "go-" + Version
	userAgent  = "bunting-go/" + Version
)
