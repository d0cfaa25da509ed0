import { threadMs } from '../support/thread-ms.ts'
import { type Case, type Competitor, cases } from './cases.ts'

/** Nanoseconds for one evaluation, round by round. */
export type Measured = { competitor: Competitor; times: Record<Case, number[]> }

const roundMs = 6
const warmUps = 10
export const rounds = 121

const timeOf = (run: (times: number) => number, times: number): number => {
  const began = threadMs()
  if (run(times) === -1) throw new Error('nobody can be on less than never')
  return threadMs() - began
}

/** How many evaluations fill a round, found by doing more and more, which warms it up as well. */
const fill = (run: (times: number) => number): number => {
  for (let times = 64; ; times *= 2) {
    const took = timeOf(run, times)
    if (took >= roundMs) return Math.max(1, Math.round((times * roundMs) / took))
  }
}

/** In turns, now from the front and now from the back: whatever the machine goes through, it meets all alike. */
export const measureRounds = (competitors: readonly Competitor[], report: (done: number) => void): Measured[] => {
  const names = Object.keys(cases) as Case[]
  const measured = competitors.map((competitor) => ({
    competitor,
    times: { plain: [], rules: [], rollout: [], all: [] } as Record<Case, number[]>,
    fills: Object.fromEntries(names.map((name) => [name, fill(competitor.runs[name])])) as Record<Case, number>,
  }))
  for (let round = 1 - warmUps; round <= rounds; round++) {
    for (const name of names) {
      for (const { competitor, times, fills } of round % 2 === 0 ? measured : measured.toReversed()) {
        const took = (timeOf(competitor.runs[name], fills[name]) * 1e6) / fills[name]
        if (round > 0) times[name].push(took)
      }
    }
    if (round > 0) report(round)
  }
  return measured
}
