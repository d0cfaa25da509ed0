import { setTimeout } from 'node:timers/promises'
import { median, ms } from '../support/figures.ts'
import { type Bench, bounds, held, idAt, million, uploadTo } from './bench.ts'

export const additions = 5
export const idsAdded = 1_000
/** Copies of the list, on disk and in Redis, are written after a change: the next one begins when that is done. */
const restMs = 3_000
/** Ids from here on are in no list. */
let next = 900 * million

/** Adds a thousand ids, some times over, each time until everybody in question answers by them. */
export const measureAdditions = async (
  bench: Bench,
  segment: string,
  answered: (userId: string) => Promise<unknown>,
): Promise<string> => {
  const times: number[] = []
  for (let at = 0; at < additions; at++) {
    const from = next
    next += idsAdded
    const began = performance.now()
    await uploadTo(bench, segment, { op: 'add', from, count: idsAdded })
    await answered(idAt(from))
    times.push(performance.now() - began)
    await setTimeout(restMs)
  }
  const figure = `${ms(median(times))} ms, at most ${ms(Math.max(...times))} ms`
  return held(figure, Math.max(...times) <= bounds.additionMs)
}
