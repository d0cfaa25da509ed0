resource "bunting_environment" "production" {
  project   = bunting_project.shop.slug
  slug      = "production"
  name      = "Production"
  protected = true
}
