import { startLoad } from './load/start.ts'
import { chosenDatabases } from './support/databases.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { foldHead, measureFold } from './units/fold.ts'
import { ingestHead, measureIngest } from './units/ingest.ts'

/** `node bench/units.ts sqlite 100000` counts fewer. */
const units = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 1_000_000)

const ingests: string[][] = []
const folds: string[][] = []
for (const open of chosenDatabases()) {
  using load = startLoad()
  for (const work of ['ingest', 'fold'] as const) {
    const database = await open()
    try {
      if (work === 'ingest') ingests.push(...(await measureIngest(database, load)))
      else folds.push(await measureFold(database, load, units))
    } finally {
      await database.remove()
    }
  }
}
process.stdout.write(`
# Units

${machine()}

## Events tracked by one process

${table(ingestHead, ingests)}

At least 50,000 a second: ${ingests.every((row) => Number((row[4] as string).replaceAll(',', '')) >= 50_000) ? 'yes' : 'NO'}.

## Units of an experiment counted, while the same process evaluates 2,000 flags a second

${table(foldHead, folds)}

Counted within a minute: ${folds.every((row) => Number(row[4]) <= 60) ? 'yes' : 'NO'}; results within 50 ms: ${folds.every((row) => Number(row[5]) <= 50) ? 'yes' : 'NO'}.
`)
