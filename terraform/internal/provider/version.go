package provider

// Version is the version of this provider.
const Version = "0.5.0"

const userAgent = "bunting-terraform/" + Version
