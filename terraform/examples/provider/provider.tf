terraform {
  required_version = ">= 1.11"
  required_providers {
    bunting = {
      source = "bunting-flags/bunting"
    }
  }
}

# The address and the key come from BUNTING_URL and BUNTING_KEY.
provider "bunting" {}
