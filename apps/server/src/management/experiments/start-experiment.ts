import { endpoints, type Experiment as ShownExperiment } from '@bunting/contract'
import { handle, proposed } from '../../http/endpoint/handle.ts'
import { experimentRight } from '../../rules/access/makers.ts'
import { acts, requireDraft } from '../../rules/changes/experiments.ts'
import { requireProposals } from '../../rules/plans.ts'
import { type Changed, change } from '../change.ts'
import { lockMaker } from '../lock-maker.ts'
import { propose } from '../proposals/propose.ts'
import { requireTelemetry } from '../telemetry/require-telemetry.ts'
import { begin, requireStartable } from './begin.ts'
import { lockAt } from './look-up.ts'
import { plannedUnits } from './planned-units.ts'
import { showExperiment } from './show-experiment.ts'

export const startExperiment = handle(endpoints.startExperiment, async (ctx) => {
  requireTelemetry(ctx)
  // Done before anything is locked, since it reads the units of two weeks.
  const expectedUnits = await plannedUnits(ctx, ctx.experiment)
  return change(ctx, ctx.actor, async (tx): Promise<Changed<ShownExperiment & { [proposed]?: true }>> => {
    const { actor } = ctx
    await lockMaker(tx, actor, experimentRight(ctx.experiment))
    const at = await lockAt(tx, ctx.experiment)
    const draft = requireDraft(await tx.experiments.lock(ctx.experiment.id))
    if (!at.environment.protected || !acts(draft.design)) {
      const { experiment, ...begun } = await begin(tx, at, actor.plan, draft, { by: actor.id, expectedUnits })
      return { result: showExperiment(experiment), ...begun }
    }
    // A protected environment takes two people: the approval consents to whatever the guardrails do.
    requireProposals(actor.plan)
    const { split } = await requireStartable(tx, at, actor.plan, draft)
    const design = { ...draft.design, expectedUnits: draft.design.expectedUnits ?? expectedUnits ?? null }
    const pending = { ...draft, status: 'pending' as const, split, design }
    await tx.experiments.save(pending)
    const { result: proposal, audit } = await propose(ctx, tx, {
      projectId: at.flag.projectId,
      environmentId: at.environment.id,
      subject: at.flag,
      content: { kind: 'experiment', flagId: at.flag.id, experimentId: draft.id, proposedConfig: null },
    })
    return { result: { ...showExperiment({ ...pending, proposalId: proposal.id }), [proposed]: true }, audit }
  })
})
