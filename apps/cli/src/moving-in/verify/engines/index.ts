import type { Source } from '../../converted.ts'
import type { OpenEngine } from '../engine.ts'
import { openFlagd } from './flagd.ts'
import { openFlagsmith } from './flagsmith.ts'
import { openGoff } from './goff.ts'
import { openGrowthbook } from './growthbook.ts'
import { openLaunchdarkly } from './launchdarkly.ts'
import { openUnleash } from './unleash.ts'

/** The engine of each service, from its own SDK. */
export const engines: Record<Source, OpenEngine> = {
  launchdarkly: openLaunchdarkly,
  unleash: openUnleash,
  flagsmith: openFlagsmith,
  growthbook: openGrowthbook,
  flagd: openFlagd,
  goff: openGoff,
}
