import { boundOf, type Figure, isHeld, percent } from './statistics/figure.ts'
import { simulations } from './statistics/simulations.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { readOptions } from './support/options.ts'

const enough = 10_000
const { runs, seed } = readOptions({ runs: enough, seed: 1 }, process.argv.slice(2))
// Fewer runs miss a bound by chance.
const slack = runs < enough ? 3 : 0

const began = performance.now()
const figures: Figure[] = []
for (const { name, run } of simulations) {
  const from = performance.now()
  figures.push(...run(runs, seed))
  process.stderr.write(`  ${name} (${((performance.now() - from) / 1000).toFixed(1)} s)\n`)
}
const rows = figures.map((figure) => [
  figure.what,
  figure.runs.toLocaleString('en'),
  percent(figure.share),
  boundOf(figure),
  isHeld(figure, slack) ? 'yes' : 'NO',
])
const seconds = ((performance.now() - began) / 1000).toFixed(0)
process.stdout.write(`
# Statistics

Shares of simulated experiments, which are looked at again and again; seed ${seed}, in ${seconds} s.
${machine()}

${table(['what', 'runs', 'share', 'bound', 'held'], rows)}
`)
if (!figures.every((figure) => isHeld(figure, slack))) process.exitCode = 1
