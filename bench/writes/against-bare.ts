import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { median, table } from '../support/figures.ts'
import { sending } from '../support/management-client.ts'
import { recordStatements } from '../support/record.ts'
import type { Statement } from '../support/statement.ts'
import { type Ask, flagOf, kinds, type Place } from './kinds.ts'
import { bareSide, type Side, serviceSide } from './sides.ts'

const callers = [1, 8]
const mostCallers = Math.max(...callers)
const rounds = 15
/** Writes of all callers together in a round. In the first ones, which do not count, code is compiled: that takes a thousand. */
const perRound = 240
const warmUps = 6

/** The `main.js` of a build to compare with, such as one from before a change. */
const { BUNTING_BENCH_BEFORE: before } = process.env

/** A project with a flag for each caller. */
const furnish = async ({ settings }: BenchDatabase): Promise<Place> => {
  await using server = await startServer(settings)
  const key = server.firstKey ?? ''
  const send = sending(server.managementUrl, key)
  const projectId = (await send('GET', '/v1/projects')).items[0]?.id ?? ''
  const environmentId = (await send('GET', `/v1/projects/${projectId}/environments`)).items[0]?.id ?? ''
  for (let caller = 0; caller < mostCallers; caller++) {
    const flagKey = flagOf(caller)
    await send('POST', `/v1/projects/${projectId}/flags`, { key: flagKey, name: flagKey, type: 'boolean' })
  }
  await server.stop()
  return { key, projectId, environmentId }
}

/** Each caller's writes of a kind, in their order: from one round to the next they go on. */
const asksOf = (place: Place, kind: (typeof kinds)[string], callerCount: number): Ask[][] =>
  Array.from({ length: callerCount }, (_, caller) =>
    Array.from({ length: (rounds * perRound) / callerCount }, (_, at) => kind(place, caller, at + 1)),
  )

/** What a service asks the database for each of them, one after the other. */
const recordAsks = async (original: BenchDatabase, key: string, asks: readonly Ask[][]): Promise<Statement[][][]> => {
  const database = await original.copy()
  const recorded = await recordStatements(database, async ({ managementUrl }) => {
    const send = sending(managementUrl, key)
    for (const { method, path, body } of asks.flat()) await send(method, path, body)
  })
  await database.remove()
  const each = recorded.length / asks.length
  return asks.map((_, caller) => recorded.slice(caller * each, (caller + 1) * each))
}

/** Writes a second in a round, where each caller writes the next as soon as the one before is done. */
const rateOf = async ({ write }: Side, callerCount: number, round: number): Promise<number> => {
  const each = perRound / callerCount
  const began = performance.now()
  await Promise.all(
    Array.from({ length: callerCount }, async (_, caller) => {
      for (let at = round * each; at < (round + 1) * each; at++) await write(caller, at)
    }),
  )
  return (1_000 * perRound) / (performance.now() - began)
}

const measure = async (original: BenchDatabase, place: Place, name: string, callerCount: number): Promise<string[]> => {
  process.stderr.write(`${original.name}: ${name}, ${callerCount} at once\n`)
  const asks = asksOf(place, kinds[name] as (typeof kinds)[string], callerCount)
  const statements = await recordAsks(original, place.key, asks)
  const bare = { side: await bareSide(original, statements), rates: [] as number[] }
  const service = { side: await serviceSide(original, place.key, asks), rates: [] as number[] }
  const earlier = before === undefined ? [] : [await serviceSide(original, place.key, asks, before)]
  const others = earlier.map((side) => ({ side, rates: [] as number[] }))
  for (let round = 0; round < rounds; round++) {
    for (const { side, rates } of [bare, service, ...others]) {
      const rate = await rateOf(side, callerCount, round)
      if (round >= warmUps) rates.push(rate)
    }
  }
  for (const { side } of [bare, service, ...others]) await side.close()
  const ratio = median(service.rates.map((rate, at) => rate / (bare.rates[at] ?? Number.NaN)))
  const asked = median(statements.flat().map((each) => each.length))
  const perSecond = [bare, service, ...others].map(({ rates }) => median(rates).toFixed(0))
  return [original.name, name, String(callerCount), String(asked), ratio.toFixed(2), ...perSecond]
}

/** Writes a second by the API, and by the driver alone that is told the very same statements, in turns. */
export const againstBare = async (databases: readonly (() => Promise<BenchDatabase>)[]): Promise<string> => {
  const rows: string[][] = []
  for (const open of databases) {
    const database = await open()
    try {
      const place = await furnish(database)
      for (const name of Object.keys(kinds)) {
        for (const count of callers) rows.push(await measure(database, place, name, count))
      }
    } finally {
      await database.remove()
    }
  }
  const head = ['database', 'write', 'callers', 'statements', 'ratio', 'bare /s', 'service /s']
  return table(before === undefined ? head : [...head, 'before /s'], rows)
}
