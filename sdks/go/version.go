package bunting

// Version is the version of this module.
const Version = "0.5.0"

const (
	sdkVersion = "go-" + Version
	userAgent  = "bunting-go/" + Version
)
