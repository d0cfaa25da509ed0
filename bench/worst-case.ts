import { ms, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { progress } from './support/progress.ts'
import { openRandom } from './support/random.ts'
import { type Candidate, candidateOf } from './worst-case/candidate.ts'
import { familyCount } from './worst-case/conditions.ts'
import { type Genes, mutated, newGenes } from './worst-case/genes.ts'
import { type Measured, measure } from './worst-case/measure.ts'

const tries = 400
const shown = 12
const limitMs = 5

type Found = { candidate: Candidate; measured: Measured }

/** Explaining compiles all that the flag needs first: what it takes is shown, and not what is searched for. */
const slowestOf = ({ compiled }: Measured): number => compiled
const bySlowest = (a: Found, b: Found) => slowestOf(b.measured) - slowestOf(a.measured)

/** The slowest that a search finds, of contexts with lists or of contexts without. */
const search = (withLists: boolean): Found[] => {
  const random = openRandom(1)
  const report = progress(withLists ? 'tries, with lists' : 'tries', tries)
  const found: Found[] = []
  const known = new Set<string>()
  /** Each kind alone to begin with, at three sizes; then what chance brings, or the slowest so far, a little changed. */
  const genesOf = (at: number): Genes => {
    if (at < 3 * familyCount) {
      const alone = { family: at % familyCount, size: [1, 0.3, 0.05][Math.floor(at / familyCount)] as number, seed: at }
      return { ...newGenes(random, withLists), families: [alone] }
    }
    const best = found[Math.floor(random.next() * Math.min(4, found.length))]
    return best && random.next() < 0.6 ? mutated(best.candidate.genes, random) : newGenes(random, withLists)
  }
  for (let at = 0; at < tries; at++) {
    const candidate = candidateOf(genesOf(at), openRandom)
    if (candidate && !known.has(candidate.name)) {
      known.add(candidate.name)
      found.push({ candidate, measured: measure(candidate, 3) })
      found.sort(bySlowest)
      found.length = Math.min(found.length, shown)
    }
    report(at + 1)
  }
  // Again, and more often: the slowest of hundreds is also the unluckiest.
  return found.map(({ candidate }) => ({ candidate, measured: measure(candidate, 21) })).toSorted(bySlowest)
}

const head = ['rules × conditions; attributes', 'compiled ms', 'explained ms', 'compiling ms']
const tableOf = (found: readonly Found[]): string =>
  table(
    head,
    found.map(({ candidate: { name }, measured: { compiled, explained, compiling } }) => [
      name.length > 120 ? `${name.slice(0, 119)}…` : name,
      ms(compiled),
      ms(explained),
      ms(compiling),
    ]),
  )

const plain = search(false)
const withLists = search(true)
const slowest = slowestOf((plain[0] as Found).measured)
const slowestList = slowestOf((withLists[0] as Found).measured)
const parts = [
  `# Worst case\n\nThe slowest of ${tries} configs that can be saved, with all that they need, found by search, with the slowest contexts that can be sent; medians, in this thread's processor time. Explaining prepares the config too.\n${machine()}`,
  `## Contexts without lists\n\n${tableOf(plain)}\n\nThe slowest evaluation took ${ms(slowest)} ms (at most ${limitMs}: ${slowest <= limitMs ? 'yes' : 'NO'}).`,
  `## Contexts with lists\n\nA condition asks each element: the cost grows with what the caller sends, of which a request has 64 KiB.\n\n${tableOf(withLists)}\n\nThe slowest evaluation took ${ms(slowestList)} ms.`,
]
process.stdout.write(`\n${parts.join('\n\n')}\n`)
if (slowest > limitMs) process.exitCode = 1
