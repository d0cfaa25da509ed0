module github.com/bunting-flags/bunting/sdks/go/bench

go 1.26.0

require (
	github.com/bunting-flags/bunting/sdks/go v0.5.0
	github.com/growthbook/growthbook-golang v0.6.0
	github.com/launchdarkly/go-sdk-common/v3 v3.4.0
	github.com/launchdarkly/go-server-sdk-evaluation/v3 v3.0.1
	github.com/launchdarkly/go-server-sdk/v7 v7.14.6
)

require (
	github.com/google/uuid v1.1.1 // indirect
	github.com/gregjones/httpcache v0.0.0-20171119193500-2bcd89a1743f // indirect
	github.com/josharian/intern v1.0.0 // indirect
	github.com/launchdarkly/ccache v1.1.0 // indirect
	github.com/launchdarkly/eventsource v1.10.0 // indirect
	github.com/launchdarkly/go-jsonstream/v3 v3.1.0 // indirect
	github.com/launchdarkly/go-sdk-events/v3 v3.5.0 // indirect
	github.com/launchdarkly/go-semver v1.0.3 // indirect
	github.com/mailru/easyjson v0.7.7 // indirect
	github.com/patrickmn/go-cache v2.1.0+incompatible // indirect
	github.com/tmaxmax/go-sse v0.10.0 // indirect
	golang.org/x/sync v0.8.0 // indirect
)

replace github.com/bunting-flags/bunting/sdks/go => ../
