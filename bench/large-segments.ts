import { startServer } from '../apps/server/src/testing/servers/server-process.ts'
import { makePlace, sender } from './growth/place.ts'
import { additions, idsAdded, measureAdditions } from './large-segments/additions.ts'
import { type Bench, bounds, held, idAt, isOnFor, makeFlag, makeSegment, million, say } from './large-segments/bench.ts'
import { measureEveryDelivery } from './large-segments/every-delivery.ts'
import { lookUpNs } from './large-segments/look-ups.ts'
import { measureReplace, replaceHead, warmUp } from './large-segments/replace.ts'
import { openSdk } from './large-segments/sdk.ts'
import { makeLists, measureStart } from './large-segments/start.ts'
import { openUploader } from './large-segments/uploader.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { readOptions } from './support/options.ts'
import { keptMb } from './support/process.ts'

const options = readOptions(
  { millions: 10, several: 4, lists: 10, deliveries: 2 },
  process.argv.slice(2).filter((arg) => arg.startsWith('--')),
)
/** The additions of one process and of several leave room for themselves. */
const count = options.millions * million - 2 * additions * idsAdded

const heldMb = (mb: number, millions: number): string => held(`${mb} MB`, mb <= bounds.heldMbAMillion * millions)

/** Lets Delivery hold lists that flags need from now on, and says in how much memory. */
const measureDelivery = async (bench: Bench, segments: readonly string[]): Promise<string> => {
  const { server, place } = bench
  const before = await keptMb(server.pid)
  for (const segment of segments) await makeFlag(bench, segment)
  for (const [at, segment] of segments.entries()) {
    await isOnFor(server.deliveryUrl, place.key, `of-${segment}`, idAt(startOf(segments, at)))
  }
  return heldMb((await keptMb(server.pid)) - before, options.millions * segments.length)
}

/** The first id of each list of the largest size. */
const startOf = (segments: readonly string[], at: number): number => (segments[at] === 'largest' ? 0 : (at + 1) * count)

const run = async (database: BenchDatabase): Promise<string> => {
  say(database.name)
  const uploader = openUploader()
  const rows: string[][] = []
  const facts: string[] = []
  const server = await startServer(database.settings)
  const key = server.firstKey as string
  const send = sender(server.managementUrl, key)
  const bench: Bench = { server, send, uploader, place: await makePlace(send, key) }
  const each = `${options.millions} million`
  await warmUp(bench)
  await makeSegment(bench, 'one')
  rows.push(await measureReplace(bench, 'one', million))
  await makeSegment(bench, 'largest')
  rows.push(await measureReplace(bench, 'largest', count))
  facts.push(`Delivery holds the list of ${each} in ${await measureDelivery(bench, ['largest'])}.`)
  say('  additions')
  const added = await measureAdditions(bench, 'largest', (user) => isOnFor(server.deliveryUrl, key, 'of-largest', user))
  facts.push(`${idsAdded} more ids in ${each}, until Delivery answers by them: ${added}.`)
  const several = Array.from({ length: options.several }, (_, at) => `several-${at + 1}`)
  for (const [at, segment] of several.entries()) {
    await makeSegment(bench, segment)
    rows.push(await measureReplace(bench, segment, count, (at + 1) * count))
  }
  if (several.length > 0) {
    facts.push(
      `${several.length} more lists of ${each}: Delivery holds them in ${await measureDelivery(bench, several)}.`,
    )
  }
  facts.push(await measureSdk(bench, several))
  const flags = await makeLists(bench, options.lists)
  await server.stop()
  facts.push(await measureStart(bench, database, flags))
  if (options.deliveries > 0) {
    const where = { segment: 'largest', flag: 'of-largest', count: options.deliveries }
    facts.push(`${idsAdded} more ids in ${each}, ${await measureEveryDelivery(bench, database, where)}`)
  }
  await uploader.close()
  return `## ${database.name}\n\n${table(replaceHead, rows)}\n\n${facts.join('\n')}\n`
}

/** A process with the server SDK that holds every list so far. */
const measureSdk = async ({ server, place }: Bench, several: readonly string[]): Promise<string> => {
  say('  an SDK')
  const sdk = openSdk(server.deliveryUrl, place.key)
  const on = several.map((segment, at) => ({ flag: `of-${segment}`, user: startOf(several, at) }))
  const { mb } = await sdk.waitFor([{ flag: 'of-largest', user: 0 }, ...on])
  await sdk.close()
  return `A process with the SDK holds ${on.length + 1} lists of ${options.millions} million in ${heldMb(mb, options.millions * (on.length + 1))}.`
}

const reports: string[] = []
for (const open of chosenDatabases()) {
  const database = await open()
  try {
    reports.push(await run(database))
  } finally {
    await database.remove()
  }
}
const lookUp = lookUpNs(options.millions * million)
process.stdout.write(`
# Large segments

A request every few milliseconds evaluates a flag meanwhile; what it waits for is the longest turn of the process. ${machine()}

${reports.join('\n')}
A look-up in ${options.millions} million, with its hash: ${held(`${Math.round(lookUp)} ns`, lookUp <= bounds.lookUpNs)}.
`)
