import type { Converter, Source } from './converted.ts'
import { convertFlagd } from './flagd/convert-flagd.ts'
import { convertFlagsmith } from './flagsmith/convert-flagsmith.ts'
import { convertGoff } from './goff/convert-goff.ts'
import { convertGrowthbook } from './growthbook/convert-growthbook.ts'
import { convertLaunchdarkly } from './launchdarkly/convert-launchdarkly.ts'
import { withSchedules } from './schedule/with-schedules.ts'
import { settle } from './settle.ts'
import { convertUnleash } from './unleash/convert-unleash.ts'

/** The converter of each source. */
const converters: Record<Source, Converter> = {
  launchdarkly: convertLaunchdarkly,
  unleash: convertUnleash,
  flagsmith: convertFlagsmith,
  growthbook: convertGrowthbook,
  flagd: convertFlagd,
  goff: convertGoff,
}

/** Converts a snapshot to a project of Bunting, with schedules for the changes that the source has planned. */
export const convertSnapshot: Converter = (snapshot, choices) => {
  const { nowMs } = choices
  const convertAt = (ms: number | undefined) =>
    settle(converters[snapshot.source](snapshot, ms === undefined ? choices : { ...choices, nowMs: ms }))
  const now = convertAt(nowMs)
  return nowMs === undefined ? now : withSchedules(now, convertAt, nowMs)
}
