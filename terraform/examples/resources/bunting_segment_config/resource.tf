resource "bunting_segment_config" "staff_staging" {
  project     = bunting_project.shop.slug
  environment = "staging"
  segment     = bunting_segment.staff.key
  included    = ["ada"]
  rules = [
    { conditions = [{ attribute = "email", operator = "ends_with", value = "@example.com" }] },
  ]
}
