import {
  type ErrorDetail,
  type ExperimentBody,
  type ExperimentMethod,
  type ExperimentPatch,
  type Flag,
  fail,
  type Metric,
} from '@bunting/contract'
import { type FlagConfig, readIsoInstant, sameValue } from '@bunting/engine'
import { type Definition, type Design, type Experiment, metricKeysOf, type Split } from './experiments.ts'

/** The fields of an experiment that its maker chooses. */
export type Drafted = Pick<Experiment, 'name' | 'ruleId' | 'exposure' | 'source'> & { design: Design }

const daySeconds = 86_400
/** The latest planned end: beyond it microseconds would no longer be safe integers. */
const furthestUs = 100 * 365 * daySeconds * 1_000_000

const usOf = (instant: string | null): number | null =>
  instant === null ? null : (readIsoInstant(instant) as number) * 1_000

const methodFor = (plannedEndUs: number | null): ExperimentMethod => (plannedEndUs === null ? 'sequential' : 'hybrid')

export const draftOf = (body: ExperimentBody): Drafted => {
  const { name, ruleId, exposure, source, plannedEnd, method, ...design } = body
  const plannedEndUs = usOf(plannedEnd)
  return {
    name,
    ruleId,
    exposure,
    source,
    design: { ...design, exploratory: [], plannedEndUs, method: method ?? methodFor(plannedEndUs) },
  }
}

/** Applies a patch to a draft. Adding or removing a planned end changes the method, unless the patch names one. */
export const patched = (before: Drafted, patch: ExperimentPatch): Drafted => {
  const { name, ruleId, exposure, source, plannedEnd, method, ...rest } = patch
  const plannedEndUs = plannedEnd === undefined ? before.design.plannedEndUs : usOf(plannedEnd)
  const isMoved = (plannedEndUs === null) !== (before.design.plannedEndUs === null)
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return {
    name: name ?? before.name,
    ruleId: ruleId ?? before.ruleId,
    exposure: exposure ?? before.exposure,
    source: source ?? before.source,
    design: {
      ...before.design,
      ...given,
      plannedEndUs,
      method: method ?? (isMoved ? methodFor(plannedEndUs) : before.design.method),
    },
  }
}

/** The names of the fields that differ, as a patch has them. */
export const changedIn = (before: Drafted, after: Drafted): string[] => {
  const fieldsOf = ({ name, ruleId, exposure, source, design: { plannedEndUs, ...design } }: Drafted) =>
    ({ name, ruleId, exposure, source, ...design, plannedEnd: plannedEndUs }) as Record<string, unknown>
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return Object.keys(is).filter((field) => !sameValue(was[field] ?? null, is[field] ?? null))
}

/** The split of a rule; undefined if the rule does not split between at least two variants. */
export const splitOf = (config: FlagConfig | undefined, ruleId: string): Split | undefined => {
  const rule = config?.rules.find(({ id }) => id === ruleId)
  if (!rule?.distribution || rule.distribution.length < 2) return undefined
  return { variants: rule.distribution, unit: rule.bucketBy ?? null, hash: rule.hash ?? null }
}

/** The config and the metrics that a design refers to. */
type Known = { config: FlagConfig | undefined; metrics: ReadonlyMap<string, Metric>; nowUs: number }

/** The problems of a design beyond its shape. */
export const designProblems = ({ ruleId, design }: Drafted, { config, metrics, nowUs }: Known): ErrorDetail[] => {
  const split = splitOf(config, ruleId)
  return [
    ...(split
      ? []
      : [{ path: 'ruleId', message: 'must be a rule of the active config that splits between two variants or more' }]),
    ...(split && !split.variants.some(({ variant }) => variant === design.control)
      ? [{ path: 'control', message: 'must be a variant of the rule’s distribution' }]
      : []),
    ...metricProblems(design, metrics),
    ...endProblems(design, metrics, nowUs),
  ]
}

const metricProblems = (design: Design, metrics: ReadonlyMap<string, Metric>): ErrorDetail[] => {
  const seen = new Set<string>()
  return metricKeysOf(design).flatMap((key, at) => {
    const path = pathOf(design, at)
    if (seen.has(key)) return [{ path, message: 'is taken already: a metric has one part in an experiment' }]
    seen.add(key)
    const metric = metrics.get(key)
    return metric && metric.archivedAt === null
      ? []
      : [{ path, message: 'must be the key of a metric of the project that is not archived' }]
  })
}

const pathOf = ({ secondary }: Design, at: number): string => {
  if (at === 0) return 'primary'
  return at <= secondary.length ? `secondary[${at - 1}]` : `guardrails[${at - 1 - secondary.length}].metric`
}

const endProblems = (design: Design, metrics: ReadonlyMap<string, Metric>, nowUs: number): ErrorDetail[] => {
  const { plannedEndUs, method } = design
  if (plannedEndUs === null) {
    return method === 'sequential' ? [] : [{ path: 'plannedEnd', message: `is required where method is ${method}` }]
  }
  const longest = Math.max(0, ...[...metrics.values()].map(({ after, window }) => after + window))
  if (plannedEndUs - nowUs < (daySeconds + longest) * 1_000_000) {
    return [{ path: 'plannedEnd', message: 'must be later than a day and the longest window of a metric from now' }]
  }
  return plannedEndUs - nowUs > furthestUs
    ? [{ path: 'plannedEnd', message: 'must lie within the next 100 years' }]
    : []
}

/** Checks a design again at the start: config and metrics may have changed since the draft was saved. */
export const requireDesign = (drafted: Drafted, known: Known): { split: Split; metrics: Definition[] } => {
  const { config } = known
  const [problem] = designProblems(drafted, known)
  if (problem) fail('CONFLICT', `It can no longer be started: ${problem.path} ${problem.message}.`)
  const rule = config?.rules.find(({ id }) => id === drafted.ruleId)
  if (!config?.enabled || !rule?.enabled) {
    fail('CONFLICT', `It cannot be started: the ${config?.enabled ? 'rule' : 'flag'} is off.`)
  }
  return {
    split: splitOf(config, drafted.ruleId) as Split,
    metrics: metricKeysOf(drafted.design).map((key) => definitionOf(known.metrics.get(key) as Metric)),
  }
}

/** For this long before its exposure a unit's past is looked at, to adjust by it (CUPED). */
export const lookBackUs = 14 * daySeconds * 1_000_000

/** A definition without an adjustment that would have nothing to go by. */
export const withoutPast = (definition: Definition): Definition =>
  definition.adjust ? { ...definition, adjust: false, hasNoPast: true } : definition

export const definitionOf = ({
  id: _,
  projectId: __,
  description: ___,
  createdBy: ____,
  archivedAt: _____,
  ...definition
}: Metric): Definition => definition

/** Warnings for readers of the results. `isSplitBefore`: an earlier experiment had the same rule. */
export const warningsOf = (
  { clientSafe }: Pick<Flag, 'clientSafe'>,
  { unit }: Split,
  isSplitBefore: boolean,
): string[] => [
  ...(clientSafe && unit === null
    ? ['The rule splits by user: somebody who signs in becomes another unit. Set bucketBy to what stays the same.']
    : []),
  ...(isSplitBefore
    ? [
        'An earlier experiment had the same rule, so everybody has the same variant as then, and what it did to them. Copy the rule for another split.',
      ]
    : []),
]
