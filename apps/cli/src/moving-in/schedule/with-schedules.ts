import { limits } from '@bunting/contract'
import type { Converted, Finding, FlagSchedule, Moment } from '../converted.ts'
import { overTime } from './over-time.ts'

/** So many times are looked at for a whole project. */
const maxTimes = 200

/** Just after a change: some begin at their moment, and others after it. */
const after = 1

/**
 * Flags that change at moments to come, as they will be then: as a schedule where steps can say it. Others stay as they are
 * now, and their finding says when to import again.
 */
export const withSchedules = (now: Converted, convertAt: (nowMs: number) => Converted, nowMs: number): Converted => {
  const { moments = [], ...converted } = now
  const coming = moments.filter(({ ms }) => ms > nowMs)
  const times = [...new Set(coming.map(({ ms }) => ms))].sort((one, other) => one - other)
  if (times.length === 0 || times.length > maxTimes) return converted
  const later = times.map((ms) => ({ ms, converted: convertAt(ms + after) }))
  const flags = { ...converted.flags }
  const schedules: FlagSchedule[] = []
  for (const { flagKey, environment } of distinct(coming)) {
    const entry = flags[flagKey]
    const config = entry?.environments[environment]
    if (!entry || !config || [now, ...later.map((each) => each.converted)].some(isByHand(flagKey, environment)))
      continue
    const since = later.flatMap(({ ms, converted: then }) => {
      const there = then.flags[flagKey]?.environments[environment]
      return there ? [{ ms, config: there }] : []
    })
    const made = overTime(config, since)
    if (!made || made.steps.length > limits.steps) continue
    flags[flagKey] = { ...entry, environments: { ...entry.environments, [environment]: made.config } }
    schedules.push({ flagKey, environment, steps: made.steps })
  }
  const isScheduled = ({ flagKey, environment }: { flagKey?: string; environment?: string }) =>
    schedules.some((each) => each.flagKey === flagKey && each.environment === environment)
  return {
    ...converted,
    flags,
    schedules,
    findings: [
      ...converted.findings.filter((finding) => finding.code !== 'schedule' || !isScheduled(finding)),
      ...schedules.map((schedule) => scheduled(schedule, coming)),
    ],
  }
}

const scheduled = ({ flagKey, environment, steps }: FlagSchedule, coming: readonly Moment[]): Finding => {
  const isGradual = coming.some(
    (each) => each.isGradual && each.flagKey === flagKey && each.environment === environment,
  )
  const how = isGradual ? 'does so too, where it grows by the second there' : 'does the same here'
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`
  const message = `It changes from ${steps[0]?.at} on: a schedule of ${count} ${how}.`
  return { code: 'schedule', kind: isGradual ? 'widened' : 'exact', flagKey, environment, message }
}

const distinct = (moments: readonly Moment[]): Moment[] => [
  ...new Map(moments.map((moment) => [`${moment.environment} ${moment.flagKey}`, moment])).values(),
]

const isByHand =
  (flagKey: string, environment: string) =>
  ({ findings }: Converted): boolean =>
    findings.some(
      (finding) => finding.kind === 'by-hand' && finding.flagKey === flagKey && finding.environment === environment,
    )
