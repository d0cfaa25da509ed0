import { threadMs } from '../support/thread-ms.ts'
import { type Case, type Competitor, caseNames } from './cases.ts'
import type { Run } from './loop.ts'

/** Nanoseconds for one evaluation, round by round, of each case that a competitor has. */
export type Measured = { competitor: Competitor; times: Partial<Record<Case, number[]>> }

const roundMs = 6
const warmUps = 10
export const rounds = 121

const timeOf = (run: Run, times: number): number => {
  const began = threadMs()
  if (run(times) === -1) throw new Error('nobody can be on less than never')
  return threadMs() - began
}

/** How many evaluations fill a round, found by doing more and more, which warms it up as well. */
const fill = (run: Run): number => {
  for (let times = 64; ; times *= 2) {
    const took = timeOf(run, times)
    if (took >= roundMs) return Math.max(1, Math.round((times * roundMs) / took))
  }
}

/** In turns, now from the front and now from the back: whatever the machine goes through, it meets all alike. */
export const measureRounds = (competitors: readonly Competitor[], report: (done: number) => void): Measured[] => {
  const measured = competitors.map((competitor): Measured => ({ competitor, times: {} }))
  const lanes = caseNames.map((name) =>
    measured.flatMap(({ competitor, times }) => {
      const run = competitor.runs[name]
      if (!run) return []
      const taken: number[] = []
      times[name] = taken
      return [{ run, taken, fills: fill(run) }]
    }),
  )
  for (let round = 1 - warmUps; round <= rounds; round++) {
    for (const lane of lanes) {
      for (const { run, taken, fills } of round % 2 === 0 ? lane : lane.toReversed()) {
        const took = (timeOf(run, fills) * 1e6) / fills
        if (round > 0) taken.push(took)
      }
    }
    if (round > 0) report(round)
  }
  return measured
}
