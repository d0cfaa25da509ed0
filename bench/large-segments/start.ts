import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { ms } from '../support/figures.ts'
import { type Bench, idAt, isOnFor, makeFlag, makeSegment, million, say, uploadTo } from './bench.ts'

/** Uploads lists of a million, each with a flag of its own. */
export const makeLists = async (bench: Bench, count: number): Promise<string[]> => {
  const flags: string[] = []
  for (let at = 1; at <= count; at++) {
    const segment = `start-${at}`
    await makeSegment(bench, segment)
    await uploadTo(bench, segment, { op: 'replace', from: at * million, count: million })
    flags.push(await makeFlag(bench, segment))
  }
  return flags
}

/** Starts, and waits until a flag of each list answers by it. */
export const measureStart = async (bench: Bench, database: BenchDatabase, flags: string[]): Promise<string> => {
  say('  start')
  const began = performance.now()
  await using server = await startServer(database.settings)
  const ready = performance.now() - began
  for (const [at, flag] of flags.entries()) {
    await isOnFor(server.deliveryUrl, bench.place.key, flag, idAt((at + 1) * million))
  }
  const all = performance.now() - began
  return `Started with ${flags.length} more lists of a million: ready after ${ms(ready)} ms, every flag answers by its list after ${ms(all)} ms.`
}
