import { boundOf, type Figure, isHeld, percent } from './statistics/figure.ts'
import { simulations } from './statistics/simulations.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { readOptions } from './support/options.ts'

const { runs, seed } = readOptions({ runs: 10_000, seed: 1 }, process.argv.slice(2))

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
  isHeld(figure) ? 'yes' : 'NO',
])
const seconds = ((performance.now() - began) / 1000).toFixed(0)
process.stdout.write(`
# Statistics

Shares of simulated experiments, which are looked at again and again; seed ${seed}, in ${seconds} s.
${machine()}

${table(['what', 'runs', 'share', 'bound', 'held'], rows)}
`)
if (!figures.every((figure) => isHeld(figure))) process.exitCode = 1
