import {
  type ActorId,
  type EnvironmentId,
  type ExperimentBody,
  type ExperimentGuardrail,
  type ExperimentId,
  type ExperimentMethod,
  type Exposure,
  type FlagId,
  fail,
  type Metric,
  type OrganizationId,
  type ProjectId,
  type ProposalId,
  type RecommendationKind,
} from '@bunting/contract'
import type { RuleHash, Share } from '@bunting/engine'
import type { Data } from '@bunting/statistics'

/** The design of an experiment. Once it runs, only metrics are added to it. */
export type Design = {
  hypothesis: string | null
  control: string
  primary: string
  secondary: readonly string[]
  /** The metrics of `secondary` that were added while it ran. */
  exploratory: readonly { metric: string; addedUs: number }[]
  guardrails: readonly ExperimentGuardrail[]
  minimumEffect: number
  plannedEndUs: number | null
  minimumDays: number
  expectedUnits: number | null
  confidence: ExperimentBody['confidence']
  method: ExperimentMethod
}

/** The parts of a rule that determine which variant a unit gets, besides the keys of flag and rule. */
export type Split = { variants: readonly Share[]; unit: string | null; hash: RuleHash | null }

/** A metric as it was when the experiment started. */
export type Definition = Omit<Metric, 'id' | 'projectId' | 'description' | 'createdBy' | 'archivedAt'> & {
  /** The metric adjusts, but no events were kept by the attribute that units are split by before the start. */
  hasNoPast?: true
}

/** A change of the config that biases nothing, but may show in the figures. */
export type Mark = { atUs: number; version: number; what: string }

type Shipping = { variant: string; to: 'rule' | 'everyone'; recommendation: RecommendationKind }

export type Decision = Shipping & { by: ActorId; atUs: number; comment: string | null }

/** The findings of earlier looks. */
export type Evidence = {
  /** The one fixed read, at the planned end. */
  kept?: NonNullable<Data['kept']>
  before?: NonNullable<Data['before']>
  /** The metrics of guardrails that were crossed. */
  crossed?: readonly string[]
  /** The most units that were exposed. */
  units?: number
  /** The first verdict: it is told once, whatever later looks say. */
  verdict?: RecommendationKind
}

type Plan = {
  id: ExperimentId
  orgId: OrganizationId
  projectId: ProjectId
  flagId: FlagId
  flagKey: string
  environmentId: EnvironmentId
  name: string
  ruleId: string
  exposure: Exposure
  source: Metric['source']
  design: Design
  split: Split
  /** Empty before the start. */
  metrics: readonly Definition[]
  decision: Decision | null
  /** The proposal by whose approval a variant is shipped. */
  shipping: (Shipping & { proposalId: ProposalId; by: ActorId; comment: string | null; why: string }) | null
  warnings: readonly string[]
  marks: readonly Mark[]
  evidence: Evidence
  createdBy: ActorId
  createdUs: number
  /** The pending or approved proposal to start it. */
  proposalId?: ProposalId
}

export type UnstartedExperiment = Plan & {
  status: 'draft' | 'pending'
  reason: null
  startedBy: null
  startedUs: null
  stoppedUs: null
}
type Started = Plan & { startedBy: ActorId; startedUs: number }
export type RunningExperiment = Started & { status: 'running'; reason: null; stoppedUs: null }
export type StoppedExperiment = Started & { status: 'stopped'; reason: string; stoppedUs: number }
export type StartedExperiment = RunningExperiment | StoppedExperiment
export type Experiment = UnstartedExperiment | StartedExperiment

export const isStarted = (experiment: Experiment): experiment is StartedExperiment => experiment.startedUs !== null

/** The keys of all its metrics, the primary one first. */
export const metricKeysOf = ({
  primary,
  secondary,
  guardrails,
}: Pick<Design, 'primary' | 'secondary' | 'guardrails'>) => [
  primary,
  ...secondary,
  ...guardrails.map(({ metric }) => metric),
]

/** Tells whether a guardrail may change the config or pause a schedule. */
export const acts = ({ guardrails }: Pick<Design, 'guardrails'>): boolean =>
  guardrails.some((guardrail) => guardrail.then !== 'notify')

/** The default of N*, if neither the design nor the planner gives a number. */
const usualUnits = 10_000

type Start = {
  by: ActorId
  atUs: number
  split: Split
  metrics: readonly Definition[]
  warnings: readonly string[]
  /** From the planner; undefined if there are no units to plan by. */
  expectedUnits: number | undefined
}

/** Freezes the design: its promises are settled before the first unit comes. */
export const start = (
  experiment: UnstartedExperiment,
  { by, atUs, expectedUnits, ...asItIs }: Start,
): RunningExperiment => ({
  ...experiment,
  ...asItIs,
  status: 'running',
  design: {
    ...experiment.design,
    expectedUnits: experiment.design.expectedUnits ?? expectedUnits ?? usualUnits,
  },
  startedBy: by,
  startedUs: atUs,
})

export const stop = (experiment: RunningExperiment, reason: string, atUs: number): StoppedExperiment => ({
  ...experiment,
  status: 'stopped',
  reason,
  stoppedUs: atUs,
})

/** Records the decision. The variant replaces the split, so a running experiment ends. */
export const ship = (experiment: StartedExperiment, decision: Decision): StoppedExperiment => {
  const shipped = { ...experiment, decision, shipping: null }
  return shipped.status === 'stopped' ? shipped : stop(shipped, `${decision.variant} was shipped.`, decision.atUs)
}

export const addMark = (experiment: RunningExperiment, mark: Mark): RunningExperiment => ({
  ...experiment,
  // Only the newest are kept: a ramp down may have a thousand steps.
  marks: [...experiment.marks, mark].slice(-maxMarks),
})
const maxMarks = 100

export const addWarning = <Of extends Experiment>(experiment: Of, warning: string): Of =>
  experiment.warnings.includes(warning) ? experiment : { ...experiment, warnings: [...experiment.warnings, warning] }

export const requireDraft = (experiment: Experiment): UnstartedExperiment =>
  experiment.status === 'draft'
    ? experiment
    : fail('CONFLICT', `The experiment is ${experiment.status}: only a draft can be started.`)

export const requireWaiting = (experiment: Experiment): UnstartedExperiment =>
  experiment.status === 'pending'
    ? experiment
    : fail('CONFLICT', `The experiment is ${experiment.status}: it does not wait for its approval.`)

export const requireStarted = (experiment: Experiment): StartedExperiment =>
  isStarted(experiment)
    ? experiment
    : fail(
        'CONFLICT',
        `The experiment is ${experiment.status === 'draft' ? 'a draft' : 'pending'}: nothing was counted yet.`,
      )

export const requireShippable = (experiment: Experiment): StartedExperiment => {
  const started = requireStarted(experiment)
  if (started.decision) fail('CONFLICT', `${started.decision.variant} was shipped already.`)
  if (started.shipping) fail('PROPOSAL_ALREADY_PENDING', `${started.shipping.variant} waits for its approval already.`)
  return started
}
