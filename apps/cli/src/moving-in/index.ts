import { wrongUse } from '../core/failure.ts'
import type { Converter, Source } from './converted.ts'
import { convertFlagd } from './flagd/convert-flagd.ts'
import { convertGoff } from './goff/convert-goff.ts'

const notYet =
  (title: string): Converter =>
  () =>
    wrongUse(`Projects of ${title} cannot be imported yet.`)

/** How each source becomes a project. */
export const converters: Record<Source, Converter> = {
  launchdarkly: notYet('LaunchDarkly'),
  unleash: notYet('Unleash'),
  flagsmith: notYet('Flagsmith'),
  growthbook: notYet('GrowthBook'),
  flagd: convertFlagd,
  goff: convertGoff,
}
