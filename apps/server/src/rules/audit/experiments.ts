import type { AuditAction, EnvironmentId, Metric, ProjectId, RecommendationKind } from '@bunting/contract'
import type { Decision, Experiment } from '../changes/experiments.ts'
import { type AuditDraft, environmentMeta } from './audit.ts'

const metricEntry = (action: AuditAction, { id, projectId, key, name, kind }: Metric, changed: object): AuditDraft => ({
  action,
  projectId,
  resourceType: 'metric',
  resourceId: id,
  meta: { key, name, kind, ...changed },
})

export const metricCreated = (metric: Metric): AuditDraft => metricEntry('metric.created', metric, {})
export const metricUpdated = (metric: Metric, changed: Record<string, unknown>): AuditDraft =>
  metricEntry('metric.updated', metric, changed)

const entry = (action: AuditAction, experiment: Experiment, more: object = {}): AuditDraft => ({
  action,
  projectId: experiment.projectId,
  resourceType: 'experiment',
  resourceId: experiment.id,
  meta: {
    flagKey: experiment.flagKey,
    ...environmentMeta(experiment.environmentId),
    ruleId: experiment.ruleId,
    name: experiment.name,
    ...more,
  },
})

export const experimentCreated = (experiment: Experiment): AuditDraft => entry('experiment.created', experiment)
/** Names the changed fields only; the experiment has their values. */
export const experimentUpdated = (experiment: Experiment, fields: readonly string[]): AuditDraft =>
  entry('experiment.updated', experiment, { fields })
export const experimentStarted = (experiment: Experiment): AuditDraft => entry('experiment.started', experiment)
export const experimentStopped = (experiment: Experiment): AuditDraft =>
  entry('experiment.stopped', experiment, { reason: experiment.reason })

/** `why` is the recommendation in words, as it was when the variant was shipped. */
export const experimentShipped = (
  experiment: Experiment,
  { variant, to, recommendation, comment }: Decision,
  why: string,
): AuditDraft =>
  entry('experiment.shipped', experiment, {
    variant,
    to,
    recommendation,
    why,
    ...(comment === null ? {} : { comment }),
  })

/** The evidence of a crossed guardrail, and its consequence. */
export type Crossing = {
  metric: string
  variant: string
  evidence: number
  worseBy: number
  then: 'notify' | 'pause' | 'rollback'
  /** Matured units, and their mean, of control and of the variant. */
  units: readonly [number, number]
  means: readonly [number | null, number | null]
  reason: string
}

export const experimentGuardrail = (experiment: Experiment, crossing: Crossing): AuditDraft =>
  entry('experiment.guardrail', experiment, crossing)

/** What is recommended, the first time that there is something to decide. `why` says it in words. */
export type Verdict = { recommendation: RecommendationKind; variant?: string; why: string }

export const experimentVerdict = (experiment: Experiment, verdict: Verdict): AuditDraft =>
  entry('experiment.verdict', experiment, verdict)

/** Only counts: the entry must not name the forgotten unit. */
export const unitsForgotten = (
  projectId: ProjectId,
  environmentId: EnvironmentId,
  { events, exposures }: { events: number; exposures: number },
): AuditDraft => ({
  action: 'units.forgotten',
  projectId,
  resourceType: 'environment',
  resourceId: environmentId,
  meta: { ...environmentMeta(environmentId), events, exposures },
})
