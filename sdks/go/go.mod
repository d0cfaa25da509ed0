module github.com/bunting-flags/bunting/sdks/go

go 1.25
