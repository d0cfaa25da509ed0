resource "bunting_flag_config" "new_checkout_staging" {
  project       = bunting_project.shop.slug
  environment   = "staging"
  flag          = bunting_flag.new_checkout.key
  enabled       = true
  default_value = false

  rules = [
    {
      name       = "Staff"
      conditions = [{ operator = "in_segment", value = bunting_segment_config.staff_staging.segment }]
      value      = true
    },
    {
      name = "Paying customers, or early countries with a recent app"
      conditions = [
        {
          group = "any"
          conditions = [
            { attribute = "plan", operator = "in", values = ["pro", "enterprise"] },
            {
              group = "all"
              conditions = [
                { attribute = "country", operator = "in", values = ["DE", "AT"] },
                { attribute = "appVersion", operator = "semver_gte", value = "2.4.0" },
              ]
            },
          ]
        },
      ]
      value              = true
      rollout_percentage = 25
    },
  ]

  # The percentage given above holds for the first version. Later the dashboard, or a schedule, raises it.
  ignore_rollout = true
}

# In a protected environment a change is a proposal, which another person approves.
resource "bunting_flag_config" "limits_production" {
  project       = bunting_project.shop.slug
  environment   = bunting_environment.production.slug
  flag          = bunting_flag.limits.key
  enabled       = true
  default_value = jsonencode({ perMinute = 60 })
  on_protected  = "propose"
  comment       = "Agreed with support"
}
