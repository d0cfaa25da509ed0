import { dimensions } from './growth/dimensions/index.ts'
import { measure } from './growth/measure.ts'
import { isKept, report } from './growth/report.ts'
import { startLoad } from './load/start.ts'
import { chosenDatabases } from './support/databases.ts'
import { machine } from './support/machine.ts'

const named = process.argv.slice(2)
const chosen = dimensions.filter(({ name }) => named.includes(name))

process.stdout.write(`
# Growth

A Management instance, Redis and two Delivery instances of each size, measured in turns. Flat: at most 1.5 times from the
smallest to the largest.
${machine()}
`)
using load = startLoad()
for (const dimension of chosen.length > 0 ? chosen : dimensions) {
  for (const open of chosenDatabases()) {
    const { database, figures } = await measure(open, dimension, load)
    process.stdout.write(`\n${report(dimension, database, figures)}`)
    if (!isKept(figures)) process.exitCode = 1
  }
}
