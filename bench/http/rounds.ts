import { availableParallelism } from 'node:os'
import type { LoadProcess } from '../load/start.ts'
import { median } from '../support/figures.ts'
import { machineMs, processorMs } from '../support/process.ts'
import { progress } from '../support/progress.ts'
import type { HttpCase } from './requests.ts'
import type { Target } from './targets.ts'

export const connections = 32

export type Round = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Of the server, for one request. */
  processorUs: number
  /** How much of the machine went to what has nothing to do with this: 0 to 1. */
  disturbed: number
}

export type Rounds = ReadonlyMap<Target, Round[]>

type Asked = { load: LoadProcess; of: HttpCase; ms: number; rounds: number; rateOf?: (target: Target) => number }

const measureRound = async ({ load, of, ms, rateOf }: Asked, target: Target): Promise<Round> => {
  const { pid, port, requests } = target
  const used = () => Promise.all([machineMs(), processorMs(pid), processorMs(load.pid), processorMs(process.pid)])
  const began = performance.now()
  const before = await used()
  const rate = rateOf && { rate: rateOf(target) }
  const result = await load.apply({ port, requests: requests[of] ?? [], connections, ms, ...rate })
  const [machine, server, ...rest] = (await used()).map((after, index) => after - (before[index] as number)) as [
    number,
    number,
  ]
  const others = machine - server - rest.reduce((sum: number, one) => sum + one, 0)
  return {
    ...result,
    processorUs: (1_000 * server) / result.answered,
    disturbed: others / (performance.now() - began) / availableParallelism(),
  }
}

/** In turns, now from the front and now from the back: whatever the machine goes through, it meets all alike. */
export const measureRounds = async (targets: readonly Target[], what: string, asked: Asked): Promise<Rounds> => {
  const measured = new Map(targets.map((target) => [target, [] as Round[]]))
  for (const target of targets) await measureRound(asked, target)
  const report = progress(what, asked.rounds)
  for (let round = 1; round <= asked.rounds; round++) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      measured.get(target)?.push(await measureRound(asked, target))
    }
    report(round)
  }
  return measured
}

/** A third of them: a latency says nothing of a server that had to wait for other programs. */
export const calmest = (rounds: readonly Round[]): Round[] =>
  rounds.toSorted((a, b) => a.disturbed - b.disturbed).slice(0, Math.ceil(rounds.length / 3))

export const middle = (rounds: readonly Round[], field: keyof Round): number =>
  median(rounds.map((round) => round[field]))

/** Compared within each round. */
export const ratio = (rounds: readonly Round[], to: readonly Round[], field: keyof Round): number =>
  median(rounds.map((round, index) => round[field] / (to[index] as Round)[field]))
