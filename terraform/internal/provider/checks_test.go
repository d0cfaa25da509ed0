package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// during is run when the plan is made, before it is applied.
type during func()

func (d during) CheckPlan(context.Context, plancheck.CheckPlanRequest, *plancheck.CheckPlanResponse) {
	d()
}
