data "bunting_project" "shop" {
  slug = "shop"
}
