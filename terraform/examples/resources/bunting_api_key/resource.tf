# Its secret is thrown away: `bunting keys rotate` prints another.
resource "bunting_api_key" "web" {
  project     = bunting_project.shop.slug
  environment = "staging"
  type        = "client"
  description = "The web shop"
}

# Its secret is in the state, for what Terraform sets up with it.
resource "bunting_api_key" "api" {
  project      = bunting_project.shop.slug
  environment  = "staging"
  type         = "server"
  description  = "The API"
  scopes       = ["evaluate", "telemetry"]
  store_secret = true
  rotate       = "2026-11"
}
