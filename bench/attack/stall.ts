import { setTimeout } from 'node:timers/promises'
import { median, ms, table } from '../support/figures.ts'
import { progress } from '../support/progress.ts'
import { openRandom } from '../support/random.ts'
import { openNeighbours } from './neighbours.ts'
import type { AttackOptions } from './options.ts'
import { kindsOf } from './stall/kinds/index.ts'
import { longestOf, searchKind, type Worst } from './stall/search.ts'
import type { Target } from './target.ts'
import type { Verdict } from './verdict.ts'

/** Nobody waits for longer than this for what somebody else asks. */
const limitMs = 50

/** The request that keeps others waiting longest, searched for among those of each kind. */
export const stall = async (target: Target, { seed, seconds }: AttackOptions): Promise<Verdict> => {
  await using neighbours = await openNeighbours(target)
  const quiet: number[] = []
  for (let round = 0; round < 9; round++) quiet.push(longestOf(await neighbours.during(() => setTimeout(200))))
  const kinds = kindsOf(target)
  const random = openRandom(seed)
  const report = progress('kinds of requests', kinds.length)
  const found: Worst[] = []
  for (const [at, kind] of kinds.entries()) {
    found.push(await searchKind(kind, neighbours, random, 1_000 * seconds))
    report(at + 1)
  }
  found.sort((one, other) => longestOf(other) - longestOf(one))
  const [worst] = found as [Worst]
  const rows = found.map(({ kind, words, tries, statuses, evaluating, managing, saving }) => [
    kind,
    words.length > 100 ? `${words.slice(0, 99)}…` : words,
    String(tries),
    statuses,
    ms(evaluating),
    ms(managing),
    ms(saving),
  ])
  return {
    name: 'Stall by the worst request',
    figure: `${ms(longestOf(worst))} ms (${worst.kind})`,
    limit: `${limitMs} ms`,
    holds: longestOf(worst) <= limitMs,
    more: `The worst of each kind that a search of ${seconds} s found (\`--seed=${seed}\`), measured again: medians. While nothing was asked others waited for ${ms(median(quiet))} ms, and for ${ms(Math.max(...quiet))} ms at most: what is not far above that is the machine's.

${table(['request', 'the worst', 'tries', 'status', 'evaluating waits ms', 'managing waits ms', 'saving waits ms'], rows)}`,
  }
}
