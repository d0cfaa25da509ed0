import { quantile } from '../support/figures.ts'
import { openRandom } from '../support/random.ts'
import { type Clock, openClock } from './clock.ts'
import type { Costs } from './costs.ts'
import { type CrowdFleet, openCrowd, type Tally, type Variant } from './crowd.ts'
import { openFleet } from './fleet.ts'
import type { Options } from './options.ts'

const quietMs = 1_000
const changeAfterMs = 1_000
/** How long it is looked at after all is well. */
const afterMs = 2_000
const lookMs = 1

type Scene = { crowd: ReturnType<typeof openCrowd>; clock: Clock; fleet: CrowdFleet; options: Options }
type Happening = {
  begin(scene: Scene): void
  /** When it can be said that all is well again: not before all of it has begun. */
  lookAfterMs: number
}

/** Streams come back, and somebody changes a flag meanwhile. */
const lose = (count: (options: Options) => number): Happening => ({
  begin: ({ crowd, clock, fleet, options }) => {
    crowd.lose(Array.from({ length: count(options) }, (_, at) => at))
    if (count(options) === options.instances) clock.at(clock.nowMs() + options['restart-ms'], fleet.startAll)
    clock.at(clock.nowMs() + changeAfterMs, crowd.change)
  },
  lookAfterMs: changeAfterMs + 1,
})

/** What happens, after a while in which nothing does. */
const happenings = {
  nothing: { begin: () => undefined, lookAfterMs: 0 },
  'a change': { begin: ({ crowd }) => crowd.change(), lookAfterMs: 1 },
  'an instance is lost': lose(() => 1),
  'every instance restarts': lose(({ instances }) => instances),
  'every application restarts': { begin: ({ crowd }) => crowd.restartAll(), lookAfterMs: 1 },
} satisfies Record<string, Happening>

export type Event = keyof typeof happenings

export type Outcome = Tally & {
  /** Undefined where they are not within the time. */
  currentMs: number | undefined
  openMs: number | undefined
  peak: number
  evaluateMs: { p50: number; p99: number; longest: number }
  unanswered: number
  sentBytes: number
}

export const simulate = (event: Event, variant: Variant, options: Options, costs: Costs): Outcome => {
  const random = openRandom(options.seed)
  // The SDKs spread themselves by Math.random: the same in every run, or none.
  const mathRandom = Math.random
  Math.random = variant.isSpread ? random.next : () => 0
  try {
    return play(event, variant, options, costs, random)
  } finally {
    Math.random = mathRandom
  }
}

const play = (
  event: Event,
  variant: Variant,
  options: Options,
  costs: Costs,
  random: ReturnType<typeof openRandom>,
): Outcome => {
  const clock = openClock()
  const fleet: CrowdFleet = openFleet(options, variant.shedding, random)
  const crowd = openCrowd(clock, fleet, options, costs, variant, random)
  crowd.settle()

  const waits: number[] = []
  let unanswered = 0
  const evaluateNext = (): void => {
    const worker = fleet.pick()
    if (worker) waits.push(worker.core.work(clock.nowMs(), costs.evaluate) - clock.nowMs())
    else unanswered++
    clock.at(clock.nowMs() - Math.log(1 - random.next()) * (1_000 / options.evaluations), evaluateNext)
  }
  if (options.evaluations > 0) evaluateNext()

  const { begin, lookAfterMs } = happenings[event]
  clock.at(quietMs, () => begin({ crowd, clock, fleet, options }))

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
  clock.at(quietMs + lookAfterMs, look)
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
