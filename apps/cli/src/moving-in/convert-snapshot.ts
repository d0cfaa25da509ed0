import type { Converter, Source } from './converted.ts'
import { convertFlagd } from './flagd/convert-flagd.ts'
import { convertFlagsmith } from './flagsmith/convert-flagsmith.ts'
import { convertGoff } from './goff/convert-goff.ts'
import { convertGrowthbook } from './growthbook/convert-growthbook.ts'
import { convertLaunchdarkly } from './launchdarkly/convert-launchdarkly.ts'
import { settle } from './settle.ts'
import { convertUnleash } from './unleash/convert-unleash.ts'

/** How each source becomes a project. */
const converters: Record<Source, Converter> = {
  launchdarkly: convertLaunchdarkly,
  unleash: convertUnleash,
  flagsmith: convertFlagsmith,
  growthbook: convertGrowthbook,
  flagd: convertFlagd,
  goff: convertGoff,
}

/** A project of a snapshot, as Bunting takes it. */
export const convertSnapshot: Converter = (snapshot, choices) => settle(converters[snapshot.source](snapshot, choices))
