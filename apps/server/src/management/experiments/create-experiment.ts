import { endpoints, invalid } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { experimentCreated } from '../../rules/audit/experiments.ts'
import { designProblems, draftOf, splitOf } from '../../rules/changes/experiment-design.ts'
import type { Split } from '../../rules/changes/experiments.ts'
import { requireActive } from '../../rules/configs/flag-config.ts'
import { requireExperiments } from '../../rules/plans.ts'
import { change } from '../change.ts'
import { lockAt, lookUp } from './look-up.ts'
import { showExperiment } from './show-experiment.ts'

export const createExperiment = handle(endpoints.createExperiment, (ctx) =>
  change(ctx, ctx.actor, async (tx) => {
    const at = await lockAt(tx, { flagId: ctx.flag.id, environmentId: ctx.environment.id })
    const { flag, environment } = at
    const drafted = draftOf(ctx.body)
    requireExperiments(ctx.actor.plan, drafted.design)
    const known = await lookUp(tx, at, drafted)
    const problems = designProblems(drafted, known)
    if (problems.length > 0) invalid('The body is not as described.', problems)
    requireActive(flag)
    const experiment = await tx.experiments.insert(
      {
        ...drafted,
        id: ctx.newId('experiment'),
        orgId: ctx.actor.orgId,
        projectId: flag.projectId,
        flagId: flag.id,
        flagKey: flag.key,
        environmentId: environment.id,
        status: 'draft',
        reason: null,
        split: splitOf(known.config, drafted.ruleId) as Split,
        metrics: [],
        decision: null,
        shipping: null,
        warnings: [],
        marks: [],
        evidence: {},
        createdBy: ctx.actor.id,
        startedBy: null,
        startedUs: null,
        stoppedUs: null,
      },
      ctx.nowUs(),
    )
    return { result: showExperiment(experiment), audit: [experimentCreated(experiment)] }
  }),
)
