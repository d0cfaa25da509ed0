import type { Environment } from '@bunting/contract'
import { useMemo, useState } from 'react'
import { useFlags } from '../../api/flags.ts'
import { type Metric, useLastDays, useMetrics } from '../../api/metrics.ts'
import { deviationOf, type Known, knownFrom, planOf } from '../../features/experiments/planning.ts'
import { type Design, effectOf, minimumDaysOf, splittingRules, usualControl } from './design.ts'

/** All that the form and its plan are about. */
export const useExperimentForm = (projectId: string, environment: Environment, given: Design) => {
  const flags = useFlags(projectId)
  const allMetrics = useMetrics(projectId)
  const [typed, setDesign] = useState<Design>(given)
  const flag = flags.items?.find(({ key }) => key === typed.flagKey)
  const rules = splittingRules(flag, environment.id)
  const found = rules.find(({ rule }) => rule.id === typed.ruleId) ?? rules[0]
  const variants = found?.rule.distribution ?? []
  const control =
    variants.find(({ variant }) => variant === typed.control)?.variant ??
    (flag && found && usualControl(flag, environment.id, found.rule))
  const metrics = useMemo(() => allMetrics.items?.filter(({ archivedAt }) => archivedAt === null), [allMetrics.items])
  const primary = metrics?.find(({ key }) => key === typed.primary)
  const lastDays = useLastDays(projectId, environment.id, primary?.key)
  const design = { ...typed, ruleId: found?.rule.id, control }
  const minimumEffect = effectOf(design)
  const known = lastDays.data ? knownFrom(lastDays.data) : primary && typedKnown(primary, design)
  const asked =
    primary && known && minimumEffect !== undefined
      ? {
          ...{ metric: primary, known, minimumEffect, variants: Math.max(2, variants.length) },
          ...{ confidence: design.confidence, minimumDays: minimumDaysOf(design) ?? 0 },
        }
      : undefined
  // The flag in the URL is checked only once it has loaded, or all flags have.
  const isFlagRead = typed.flagKey === undefined || flag !== undefined || flags.isComplete
  return {
    isRead: isFlagRead && allMetrics.isComplete,
    design,
    set: (change: Partial<Design>) => setDesign((before) => ({ ...before, ...change })),
    flags: flags.items,
    flag,
    rules,
    variants,
    bucketBy: found?.rule.bucketBy,
    metrics,
    primary,
    lastDays,
    /** No units of the last 14 days tell of it: somebody has to. */
    isUnknown: primary !== undefined && lastDays.isError,
    asked,
    plan: asked && planOf(asked),
  }
}

export type ExperimentFormState = ReturnType<typeof useExperimentForm>

/** What somebody typed of a metric that no units tell of, once it is whole. */
const typedKnown = ({ kind }: Metric, { typed }: Design): Known | undefined => {
  const isShare = kind === 'conversion'
  const mean = Number(typed.mean) / (isShare ? 100 : 1)
  const deviation = isShare ? deviationOf(mean) : Number(typed.deviation)
  const unitsPerDay = Number(typed.unitsPerDay)
  const isWhole = mean > 0 && (!isShare || mean < 1) && deviation > 0 && unitsPerDay > 0
  return isWhole ? { mean, deviation, unitsPerDay } : undefined
}
