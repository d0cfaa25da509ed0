# A flag that greets, in two environments: BUNTING_URL=http://127.0.0.1:4000 BUNTING_KEY=sk_… terraform apply
terraform {
  required_version = ">= 1.11"
  required_providers {
    bunting = { source = "bunting-flags/bunting" }
  }
}

resource "bunting_project" "shop" {
  slug = "shop"
  name = "Shop"
}

resource "bunting_flag" "greeting" {
  project     = bunting_project.shop.slug
  key         = "greeting"
  name        = "Greeting"
  type        = "string"
  client_safe = true
}

resource "bunting_flag_config" "greeting_development" {
  project       = bunting_project.shop.slug
  environment   = "development"
  flag          = bunting_flag.greeting.key
  enabled       = true
  default_value = "Hello, developer"
}

resource "bunting_flag_config" "greeting_production" {
  project       = bunting_project.shop.slug
  environment   = "production"
  flag          = bunting_flag.greeting.key
  enabled       = true
  default_value = "Welcome"
  rules = [
    {
      name       = "Where they speak German"
      conditions = [{ attribute = "country", operator = "in", values = ["DE", "AT"] }]
      value      = "Willkommen"
    },
  ]

  # Whether it is on is the dashboard's business.
  ignore_enabled = true
}
