import { flagd } from './import/flagd.ts'
import { flagsmith } from './import/flagsmith.ts'
import { growthbook } from './import/growthbook.ts'
import { launchdarkly } from './import/launchdarkly.ts'
import type { Difference, Referee } from './import/referee.ts'
import { unleash } from './import/unleash.ts'
import { table } from './support/figures.ts'
import { readOptions } from './support/options.ts'
import { openRandom } from './support/random.ts'

/** What each service's own engine answers, beside what Bunting answers once its flags came in. */
const referees: readonly Referee[] = [launchdarkly, unleash, flagsmith, growthbook, flagd]

const { answers, seed, seconds } = readOptions({ answers: 100_000, seed: 1, seconds: 300 }, process.argv.slice(2))

const shown = 5
const rows: string[][] = []
const examples: string[] = []
for (const { source, round } of referees) {
  process.stderr.write(`  ${source}\n`)
  const random = openRandom(seed)
  const until = Date.now() + 1_000 * seconds
  const different: Difference[] = []
  let compared = 0
  let projects = 0
  while (compared < answers && Date.now() < until) {
    const played = await round(random)
    compared += played.compared
    different.push(...played.different)
    projects++
  }
  rows.push([source, ...[projects, compared, different.length].map((count) => count.toLocaleString('en'))])
  examples.push(...different.slice(0, shown).map((difference) => `${source}: ${JSON.stringify(difference)}`))
  if (different.length > 0 || compared < answers) process.exitCode = 1
}
process.stdout.write(`
# Imports

${table(['source', 'projects', 'answers compared', 'different'], rows)}

${examples.join('\n')}
`)
