import { measureStreams, streamsHead } from './live/streams.ts'
import { measureUsage, usageHead } from './live/usage.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'

const on = async (open: () => Promise<BenchDatabase>, measure: (database: BenchDatabase) => Promise<string[]>) => {
  const database = await open()
  try {
    return await measure(database)
  } finally {
    await database.remove()
  }
}

const streams: string[][] = []
const usage: string[][] = []
for (const open of chosenDatabases()) {
  streams.push(await on(open, measureStreams))
  usage.push(await on(open, measureUsage))
}
process.stdout.write(`
# Live

${machine()}

## A thousand pages that follow one project, on one instance

${table(streamsHead, streams)}

Under 100 MB more: ${streams.every((row) => Number(row[4]) < 100) ? 'yes' : 'NO'}; no queries of theirs while nothing happens: ${streams.every((row) => Number(row[5]) <= Number(row[6])) ? 'yes' : 'NO'}.

## The last hour of a flag, at ten million events a day

${table(usageHead, usage)}

Under 50 ms: ${usage.every((row) => Number(row[4]) < 50) ? 'yes' : 'NO'}.
`)
