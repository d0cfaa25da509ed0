import type { Experiment as ShownExperiment } from '@bunting/contract'
import type { Decision, Experiment } from '../../rules/changes/experiments.ts'
import { isoTime } from '../../store/core/list.ts'

const maybeTime = (us: number | null): string | null => (us === null ? null : isoTime(us))

const showDecision = ({ atUs, ...decision }: Decision) => ({ ...decision, at: isoTime(atUs) })

/** An experiment as answers have it. */
export const showExperiment = (experiment: Experiment): ShownExperiment => {
  const { design, split, shipping } = experiment
  return {
    id: experiment.id,
    projectId: experiment.projectId,
    flagId: experiment.flagId,
    flagKey: experiment.flagKey,
    environmentId: experiment.environmentId,
    name: experiment.name,
    hypothesis: design.hypothesis,
    ruleId: experiment.ruleId,
    control: design.control,
    variants: [...split.variants],
    unit: split.unit,
    primary: design.primary,
    secondary: [...design.secondary],
    exploratory: design.exploratory.map(({ metric, addedUs }) => ({ metric, addedAt: isoTime(addedUs) })),
    guardrails: [...design.guardrails],
    exposure: experiment.exposure,
    source: experiment.source,
    minimumEffect: design.minimumEffect,
    plannedEnd: maybeTime(design.plannedEndUs),
    minimumDays: design.minimumDays,
    expectedUnits: design.expectedUnits,
    confidence: design.confidence,
    method: design.method,
    status: experiment.status,
    reason: experiment.reason,
    decision: experiment.decision && showDecision(experiment.decision),
    ...(shipping && {
      shipping: { proposalId: shipping.proposalId, variant: shipping.variant, to: shipping.to },
    }),
    warnings: [...experiment.warnings],
    marks: experiment.marks.map(({ atUs, version, what }) => ({ at: isoTime(atUs), version, what })),
    createdBy: experiment.createdBy,
    createdAt: isoTime(experiment.createdUs),
    startedAt: maybeTime(experiment.startedUs),
    stoppedAt: maybeTime(experiment.stoppedUs),
    ...(experiment.proposalId === undefined ? {} : { proposalId: experiment.proposalId }),
  }
}
