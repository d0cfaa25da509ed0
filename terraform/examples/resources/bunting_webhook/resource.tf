resource "bunting_webhook" "audit" {
  url     = "https://example.com/hooks/bunting"
  events  = ["flag.", "environment."]
  project = bunting_project.shop.slug
}
