import { featurevisor } from './featurevisor.ts'
import { flagd } from './flagd.ts'
import { flagsmith } from './flagsmith.ts'
import { flipt } from './flipt.ts'
import { growthBook } from './growthbook.ts'
import { launchDarkly } from './launch-darkly.ts'
import { statsig } from './statsig.ts'
import { unleash } from './unleash.ts'

/** Every engine of this field that npm has and that evaluates in process. */
export const peers = [flagd, growthBook, launchDarkly, unleash, featurevisor, flagsmith, statsig, flipt]
