import { limits } from '@bunting/contract'
import type { Converted, Finding, FlagSchedule, Moment } from '../converted.ts'
import { overTime } from './over-time.ts'

/** The most points in time for which a project is converted. */
const maxTimes = 200

/** The time of a change plus 1 ms, since some changes begin at their time and others right after it. */
const after = 1

/**
 * Converts the project at each future time at which flags change, and makes schedules of the differences if steps can
 * express them. Other flags stay as they are now, and their finding tells when to import again.
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
