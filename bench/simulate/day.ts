import type { Costs } from './costs.ts'
import type { Options } from './options.ts'

const secondsADay = 86_400
const beatsADay = secondsADay / 15
const beatBytes = 9

/** What a day takes on which nothing goes wrong: no chance is in that. */
export const dayOf = (options: Options, costs: Costs, isPatched: boolean) => {
  const { sdks, instances, cores, evaluations } = options
  const changes = options['changes-a-day']
  const bytes = options[isPatched ? 'patch-bytes' : 'bundle-bytes']
  const writing =
    changes * (sdks * (costs.write + (costs.writeKilobyte * bytes) / 1_000) + instances * cores * costs.apply)
  const beating = sdks * beatsADay * costs.beat
  const evaluating = evaluations * secondsADay * costs.evaluate
  const coreSeconds = (us: number) => us / 1e6
  return {
    writing: coreSeconds(writing),
    beating: coreSeconds(beating),
    evaluating: coreSeconds(evaluating),
    share: coreSeconds(writing + beating + evaluating) / (secondsADay * instances * cores),
    sentBytes: changes * sdks * bytes + sdks * beatsADay * beatBytes,
  }
}
