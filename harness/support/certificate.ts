/** For `localhost`, signed by itself. Made for tests: it opens nothing. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUSdDI9fUv4yLGv1HyKy5aly4uO/UwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODA2NTkyNFoYDzIxMjYxMDI1
MDY1OTI0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARniHnoqPt3yNmDqjfEfDpCAcb83yR/d6vZ1V8gDPfoaQgDQRNoHj94
qpPpcntsLHfm4jY4bzatMGRXEjGFF1PHo28wbTAdBgNVHQ4EFgQU6/y5ScrYreBs
9LnUvnrccaudPQ8wHwYDVR0jBBgwFoAU6/y5ScrYreBs9LnUvnrccaudPQ8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgNuc7oncVEI5uBPlTyJuObh+nxRI3rf3gxonyt/6xHdkCIQC7
icuKcSBobl3yeQeNqBEK1cNb/mq6mSaA1GimhzrUIw==
-----END CERTIFICATE-----
`

export const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNfeCvfwRWYy44r3x
j519yyt8h0up5xv0daHfc/je87+hRANCAARniHnoqPt3yNmDqjfEfDpCAcb83yR/
d6vZ1V8gDPfoaQgDQRNoHj94qpPpcntsLHfm4jY4bzatMGRXEjGFF1PH
-----END PRIVATE KEY-----
`
