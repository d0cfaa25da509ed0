resource "bunting_project" "shop" {
  slug = "shop"
  name = "Shop"
}
