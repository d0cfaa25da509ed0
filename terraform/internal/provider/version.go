package provider

// Version is that of this provider.
const Version = "0.5.0"

const userAgent = "bunting-terraform/" + Version
