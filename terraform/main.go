// Command terraform is Bunting's provider for Terraform: flags, segments, environments, keys and webhooks as code.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/bunting-flags/bunting/terraform/internal/provider"
)

func main() {
	debug := flag.Bool("debug", false, "wait for a debugger, and print how Terraform finds this process")
	flag.Parse()
	options := providerserver.ServeOpts{Address: "registry.terraform.io/bunting-flags/bunting", Debug: *debug}
	if err := providerserver.Serve(context.Background(), provider.New, options); err != nil {
		log.Fatal(err)
	}
}
