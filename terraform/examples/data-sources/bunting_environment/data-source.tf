data "bunting_environment" "staging" {
  project = data.bunting_project.shop.slug
  slug    = "staging"
}
