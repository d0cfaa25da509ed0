import { isolate } from '@bunting/contract/text'
import type { HashExplanation, ShareCondition, ShareKind } from '@bunting/engine'
import { percent } from '../../../format/number.ts'

/** The service whose way of drawing is used. */
const kindNames: Record<ShareKind, string> = {
  bunting: 'Bunting',
  launchdarkly: 'LaunchDarkly',
  unleash: 'Unleash',
  unleash4: 'Unleash (before 2023)',
  flagsmith: 'Flagsmith',
  growthbook1: 'GrowthBook (version 1)',
  growthbook2: 'GrowthBook (version 2)',
  flagd1: 'flagd (until March 2026)',
  flagd2: 'flagd',
  flagd3: 'flagd 1.0',
  flagd3pair: 'flagd 1.0 (shorthand)',
  goff: 'GO Feature Flag',
}

/** The name of a kind. A newer server may have kinds that this dashboard does not know. */
export const nameKind = (kind: string): string => kindNames[kind as ShareKind] ?? kind

/** The layer in words: `the layer checkout`. The salt of another service consists of its own parts, and is not a layer. */
const sayLayer = ({ value: { salt, kind = 'bunting' } }: ShareCondition): string =>
  kind === 'bunting' ? `the layer ${isolate(salt)}` : `${isolate(salt)}, as ${nameKind(kind)} draws`

/** `is between 0 % and 25 % of the layer checkout`. */
export const sayShare = (condition: ShareCondition): string => {
  const { from, to } = condition.value
  return `is between ${percent(from)} and ${percent(to)} of ${sayLayer(condition)}`
}

/** The parts of a share that may differ. */
export const partsOfShare = ({ value: { from, to, salt } }: ShareCondition): readonly string[] => [
  `from ${percent(from)}`,
  `to ${percent(to)}`,
  salt,
]

/** The position that a unit drew, in percent: `drew 32.1 %`. */
export const sayDrawn = ({ value, of }: Pick<HashExplanation, 'value' | 'of'>): string =>
  `drew ${percent((100 * value) / of)}`
