import { startLoad } from './load/start.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { aggregationHead, measureAggregation } from './telemetry/aggregation.ts'
import { ingestHead, measureIngest } from './telemetry/ingest.ts'

/** `node bench/telemetry.ts sqlite 2000000` aggregates fewer. */
const events = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 10_000_000)

const run = async (open: () => Promise<BenchDatabase>): Promise<void> => {
  using load = startLoad()
  await using first = await opened(open)
  ingests.push(...(await measureIngest(first.database, load)))
  await using second = await opened(open)
  aggregations.push(await measureAggregation({ database: second.database, load, events }))
}

/** A database for one measurement. */
const opened = async (open: () => Promise<BenchDatabase>) => {
  const database = await open()
  return { database, [Symbol.asyncDispose]: () => database.remove() }
}

const ingests: string[][] = []
const aggregations: string[][] = []
for (const open of chosenDatabases()) await run(open)
process.stdout.write(`
# Telemetry

${machine()}

## Events accepted by one process, against the same rows written straight into a table

${table(ingestHead, ingests)}

At batches of 1,000 at least half of bare: ${ingests.every(([, size, , , , ratio]) => size !== '1000' || Number(ratio) >= 0.5) ? 'yes' : 'NO'}.

## A day's figures, while the same process evaluates flags at half of what it can

${table(aggregationHead, aggregations)}

Under 300 MB: ${aggregations.every((row) => Number(row[4]) < 300) ? 'yes' : 'NO'}; p99 under 5 ms: ${aggregations.every((row) => Number(row[8]) < 5) ? 'yes' : 'NO'}.
`)
