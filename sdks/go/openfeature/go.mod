module github.com/bunting-flags/bunting/sdks/go/openfeature

go 1.26.0

require (
	github.com/bunting-flags/bunting/sdks/go v0.5.0
	github.com/open-feature/go-sdk v1.20.0
)

require go.uber.org/mock v0.6.0 // indirect

replace github.com/bunting-flags/bunting/sdks/go => ../
