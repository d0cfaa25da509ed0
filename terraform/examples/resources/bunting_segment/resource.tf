resource "bunting_segment" "staff" {
  project     = bunting_project.shop.slug
  key         = "staff"
  name        = "Staff"
  description = "Everybody who works here"
}
