import { openBarePostgres, openBareSqlite } from './bare.ts'
import type { BenchEvent } from './events.ts'

/** Which database, what to write and for how long. */
export type BareLoad = { url: string | undefined; batches: BenchEvent[][]; ms: number }

// A process of its own, as the server has one.
process.on('message', async ({ url, batches, ms }: BareLoad) => {
  const bare = url === undefined ? await openBareSqlite() : await openBarePostgres(url)
  for (const batch of batches) await bare.write(batch)
  const began = performance.now()
  let events = 0
  for (let turn = 0; performance.now() - began < ms; turn++) {
    const batch = batches[turn % batches.length] as BenchEvent[]
    await bare.write(batch)
    events += batch.length
  }
  const perSecond = (1_000 * events) / (performance.now() - began)
  await bare.close()
  process.send?.(perSecond)
})
process.on('disconnect', () => process.exit())
