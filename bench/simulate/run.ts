import { quantile } from '../support/figures.ts'
import { openChance } from '../worst-case/chance.ts'
import { openClock } from './clock.ts'
import type { Costs } from './costs.ts'
import { openCrowd, type Tally, type Variant } from './crowd.ts'
import { openFleet } from './fleet.ts'
import type { Options } from './options.ts'

/** What happens, after a while in which nothing does. */
export type Event = 'a change' | 'an instance is lost' | 'every instance restarts' | 'every application restarts'

export type Outcome = Tally & {
  /** Undefined where they are not within the time. */
  currentMs: number | undefined
  openMs: number | undefined
  peak: number
  evaluateMs: { p50: number; p99: number; longest: number }
  unanswered: number
  sentBytes: number
}

const quietMs = 1_000
/** Somebody changes a flag while the streams come back. */
const changeAfterMs = 1_000
/** How long it is looked at after all is well. */
const afterMs = 2_000

export const simulate = (event: Event, variant: Variant, options: Options, costs: Costs): Outcome => {
  const chance = openChance(options.seed)
  // The SDKs' rule takes its chance from here: the same in every run, or none.
  const random = Math.random
  Math.random = variant.isSpread ? chance.next : () => 0
  try {
    return play(event, variant, options, costs, chance)
  } finally {
    Math.random = random
  }
}

const play = (
  event: Event,
  variant: Variant,
  options: Options,
  costs: Costs,
  chance: ReturnType<typeof openChance>,
): Outcome => {
  const clock = openClock()
  const opens = variant.shedding === 'none' ? 0 : options['opens-a-second']
  const fleet: Parameters<typeof openCrowd>[1] = openFleet(options, opens, chance)
  const crowd = openCrowd(clock, fleet, options, costs, variant, chance)
  crowd.settle()

  const waits: number[] = []
  let unanswered = 0
  const evaluateNext = (): void => {
    const worker = fleet.pick()
    if (worker) waits.push(worker.core.work(clock.nowMs(), costs.evaluate) - clock.nowMs())
    else unanswered++
    clock.at(clock.nowMs() - Math.log(1 - chance.next()) * (1_000 / options.evaluations), evaluateNext)
  }
  if (options.evaluations > 0) evaluateNext()

  const all = Array.from({ length: options.instances }, (_, at) => at)
  clock.at(quietMs, () => {
    if (event === 'a change') crowd.change()
    else if (event === 'every application restarts') crowd.restartAll()
    else {
      crowd.lose(event === 'an instance is lost' ? [0] : all)
      if (event === 'every instance restarts') clock.at(quietMs + options['restart-ms'], fleet.startAll)
      clock.at(quietMs + changeAfterMs, crowd.change)
    }
  })

  let currentMs: number | undefined
  let openMs: number | undefined
  let overMs = options['max-seconds'] * 1_000
  const look = (): void => {
    const now = clock.nowMs() - quietMs
    if (crowd.areCurrent()) currentMs ??= now
    if (crowd.areOpen()) openMs ??= now
    if (currentMs !== undefined && openMs !== undefined) overMs = Math.min(overMs, now + quietMs + afterMs)
    clock.at(clock.nowMs() + lookMs, look)
  }
  // After the change that comes with a loss.
  clock.at(
    quietMs + (event === 'a change' || event === 'every application restarts' ? 0.001 : changeAfterMs + 0.001),
    look,
  )
  clock.run(() => clock.nowMs() >= overMs)
  return {
    ...crowd.tally,
    currentMs,
    openMs,
    peak: Math.max(...fleet.workers.map(({ core }) => core.peak())),
    evaluateMs: { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), longest: quantile(waits, 1) },
    unanswered,
    sentBytes: fleet.sent(),
  }
}

const lookMs = 1
