data "bunting_flag" "new_checkout" {
  project = data.bunting_project.shop.slug
  key     = "new-checkout"
}
