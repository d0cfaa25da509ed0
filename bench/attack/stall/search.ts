import { median } from '../../support/figures.ts'
import type { Random } from '../../support/random.ts'
import type { Neighbours } from '../neighbours.ts'
import type { Asked, Kind } from './kind.ts'

type Waited = Awaited<ReturnType<Neighbours['during']>>
export type Worst = Waited & { kind: string; words: string; statuses: string; tries: number }

/** Of those that kept others waiting longest, so many are climbed from, and measured again. */
const kept = 3
const rounds = 5
/** So many that were tried already, one after the other: there are no more. */
const mostRepeats = 30

/** The longest wait, without the saving neighbour's: the embedded database runs one transaction at a time. */
export const longestOf = ({ evaluating, managing }: Waited): number => Math.max(evaluating, managing)

const measure = async (neighbours: Neighbours, { prepare, ask }: Asked): Promise<Waited & { status: number }> => {
  await prepare?.()
  let status = 0
  const waited = await neighbours.during(async () => {
    status = (await ask()).status
  })
  return { ...waited, status }
}

/** The request of a kind that keeps others waiting longest, as far as a search finds it in its time. */
export const searchKind = async (kind: Kind, neighbours: Neighbours, random: Random, ms: number): Promise<Worst> => {
  const untilMs = performance.now() + ms
  const known = new Set<string>()
  let found: { of: unknown; longest: number }[] = []
  let at = 0
  const next = (): unknown => {
    const extreme = kind.extremes[at++]
    if (extreme !== undefined) return extreme
    const from = random.next() < 0.7 ? random.pick(...found) : undefined
    return from ? kind.nearby(from.of, random) : kind.random(random)
  }
  for (let repeats = 0; repeats < mostRepeats && (known.size === 0 || performance.now() < untilMs); repeats++) {
    const of = next()
    const asked = kind.request(of)
    if (known.has(asked.words)) continue
    known.add(asked.words)
    repeats = 0
    found.push({ of, longest: longestOf(await measure(neighbours, asked)) })
    found = found.toSorted((one, other) => other.longest - one.longest).slice(0, kept)
  }
  // Again, and more often: the longest of many is also the unluckiest.
  const again: Worst[] = []
  for (const { of } of found) {
    const asked = kind.request(of)
    const waited = []
    const againUntilMs = performance.now() + ms
    while (waited.length === 0 || (waited.length < rounds && performance.now() < againUntilMs)) {
      waited.push(await measure(neighbours, asked))
    }
    again.push({
      kind: kind.name,
      words: asked.words,
      statuses: [...new Set(waited.map(({ status }) => status))].join(', '),
      tries: known.size,
      evaluating: median(waited.map(({ evaluating }) => evaluating)),
      managing: median(waited.map(({ managing }) => managing)),
      saving: median(waited.map(({ saving }) => saving)),
    })
  }
  return again.toSorted((one, other) => longestOf(other) - longestOf(one))[0] as Worst
}
