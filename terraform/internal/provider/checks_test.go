package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// during runs after the plan is made and before it is applied.
type during func()

func (d during) CheckPlan(context.Context, plancheck.CheckPlanRequest, *plancheck.CheckPlanResponse) {
	d()
}
