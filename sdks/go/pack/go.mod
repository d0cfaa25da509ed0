module github.com/bunting-flags/bunting/sdks/go/pack

go 1.26.0
