import { ms, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { progress } from './support/progress.ts'
import { type Candidate, candidateOf, type Genes, mutated, newGenes } from './worst-case/candidate.ts'
import { openChance } from './worst-case/chance.ts'
import { familyCount } from './worst-case/conditions.ts'
import { type Measured, measure, slowestOf } from './worst-case/measure.ts'

const tries = 300
const shown = 12
const limitMs = 5

type Found = { candidate: Candidate; measured: Measured }

const chance = openChance(1)
const report = progress('tries', tries)
const found: Found[] = []
const known = new Set<string>()

const attempt = (genes: Genes): void => {
  const candidate = candidateOf(genes, openChance)
  if (!candidate || known.has(candidate.name)) return
  known.add(candidate.name)
  found.push({ candidate, measured: measure(candidate, 3) })
  found.sort((a, b) => slowestOf(b.measured) - slowestOf(a.measured))
  found.length = Math.min(found.length, shown)
}

/** Each kind alone to begin with, at three sizes; then what chance brings, or the slowest so far, a little changed. */
const genesOf = (at: number): Genes => {
  if (at < 3 * familyCount) {
    const alone = { family: at % familyCount, size: [1, 0.3, 0.05][Math.floor(at / familyCount)] as number, seed: at }
    return { ...newGenes(chance), families: [alone] }
  }
  const best = found[Math.floor(chance.next() * Math.min(4, found.length))]
  return best && chance.next() < 0.6 ? mutated(best.candidate.genes, chance) : newGenes(chance)
}

for (let at = 0; at < tries; at++) {
  attempt(genesOf(at))
  report(at + 1)
}

// Again, and more often: the slowest of hundreds is also the unluckiest.
const again = found
  .map(({ candidate }) => ({ candidate, measured: measure(candidate, 21) }))
  .toSorted((a, b) => slowestOf(b.measured) - slowestOf(a.measured))
const rows = again.map(({ candidate, measured }) => [
  candidate.name.length > 100 ? `${candidate.name.slice(0, 99)}…` : candidate.name,
  ms(measured.compiled),
  ms(measured.interpreted),
  ms(measured.explained),
  ms(measured.compiling),
])
const slowest = slowestOf((again[0] as Found).measured)
const head = ['rules × conditions; attributes', 'compiled ms', 'interpreted ms', 'explained ms', 'compiling ms']
process.stdout.write(
  `\n# Worst case\n\nThe slowest of ${tries} configs that can be saved, found by search, with the slowest contexts that can be sent; medians, in this thread's processor time. Interpreting and explaining prepare the config too.\n${machine()}\n\n${table(head, rows)}\n\nThe slowest evaluation took ${ms(slowest)} ms (at most ${limitMs}: ${slowest <= limitMs ? 'yes' : 'NO'}).\n`,
)
if (slowest > limitMs) process.exitCode = 1
