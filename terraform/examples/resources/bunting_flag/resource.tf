resource "bunting_flag" "new_checkout" {
  project      = bunting_project.shop.slug
  key          = "new-checkout"
  name         = "New checkout"
  type         = "boolean"
  kind         = "release"
  tags         = ["checkout"]
  expected_end = "2027-03-31"
}

resource "bunting_flag" "limits" {
  project = bunting_project.shop.slug
  key     = "limits"
  name    = "Limits"
  type    = "json"
  schema = jsonencode({
    type       = "object"
    properties = { perMinute = { type = "integer", minimum = 1 } }
    required   = ["perMinute"]
  })
}
