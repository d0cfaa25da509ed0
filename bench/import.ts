import { fileURLToPath } from 'node:url'
import { flagd } from './import/flagd.ts'
import { flagsmith } from './import/flagsmith.ts'
import { goffIn } from './import/goff.ts'
import { fetchGoff } from './import/goff-module.ts'
import { growthbook } from './import/growthbook.ts'
import { launchdarkly } from './import/launchdarkly.ts'
import type { Difference, Referee } from './import/referee.ts'
import { playSpecification } from './import/unleash/specification.ts'
import { unleash } from './import/unleash.ts'
import { verifiedBy } from './import/verified.ts'
import { table } from './support/figures.ts'
import { readOptions } from './support/options.ts'
import { openRandom } from './support/random.ts'

const defaults = { answers: 100_000, seed: 1, seconds: 300, verified: 5 }
const { answers, seed, seconds, verified } = readOptions(defaults, process.argv.slice(2))

const here = fileURLToPath(new URL('.', import.meta.url))
const goff = await fetchGoff()

/** What each service's own engine answers, beside what Bunting answers once its flags came in; and where that engine is. */
const referees: readonly { referee: Referee; sdk: string }[] = [
  ...[launchdarkly, unleash, flagsmith, growthbook, flagd].map((referee) => ({ referee, sdk: here })),
  ...(goff === undefined ? [] : [{ referee: goffIn(goff), sdk: goff }]),
]

const shown = 5
const count = (number: number): string => number.toLocaleString('en')
const rows: string[][] = []
const examples: string[] = []
for (const { referee, sdk } of referees) {
  const { source } = referee
  process.stderr.write(`  ${source}\n`)
  const random = openRandom(seed)
  const until = Date.now() + 1_000 * seconds
  const different: Difference[] = []
  const total = { projects: 0, compared: 0, verified: 0 }
  while (total.compared < answers && Date.now() < until) {
    const { theirs, compare } = referee.open(random)
    const played = await compare()
    total.compared += played.compared
    different.push(...played.different)
    // Slower, since contexts are made from the rules: a few projects show that the command says the same.
    if (total.projects++ >= verified) continue
    const said = await verifiedBy(source, theirs, sdk, Date.now())
    total.verified += said.compared
    different.push(...said.different)
  }
  rows.push([source, ...[total.projects, total.compared, total.verified, different.length].map(count)])
  examples.push(...different.slice(0, shown).map((difference) => `${source}: ${JSON.stringify(difference)}`))
  if (different.length > 0 || total.compared < answers) process.exitCode = 1
}
const specified = playSpecification(Date.now())
rows.push(['unleash, its specification', '', count(specified.compared), '', count(specified.different.length)])
examples.push(
  `Of Unleash's specification, ${specified.byHand} tests are about flags that are by hand.`,
  ...specified.different.map((difference) => `unleash, its specification: ${JSON.stringify(difference)}`),
)
if (specified.different.length > 0) process.exitCode = 1
if (goff === undefined) examples.push('goff: not compared, since its engine comes with a package of Python')
process.stdout.write(`
# Imports

${table(['source', 'projects', 'answers compared', 'by --verify', 'different'], rows)}

${examples.join('\n')}
`)
