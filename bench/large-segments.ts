import { setTimeout } from 'node:timers/promises'
import { deliveryClient } from '../apps/server/src/testing/clients/delivery-client.ts'
import { type ServerProcess, startServer } from '../apps/server/src/testing/servers/server-process.ts'
import { makePlace, type Place, type Send, sender } from './growth/place.ts'
import { lookUpNs } from './large-segments/look-ups.ts'
import { probeWhile } from './large-segments/probe.ts'
import { openUploader } from './large-segments/uploader.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { median, ms, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { readOptions } from './support/options.ts'
import { residentMb } from './support/process.ts'

const million = 1_000_000
const options = readOptions(
  { millions: 10, lists: 10, several: 4 },
  process.argv.slice(2).filter((arg) => arg.startsWith('--')),
)
const additions = 5
const idsAdded = 1_000
const idleMs = 3_000

/** What is promised; over it the measurement fails. */
const bounds = {
  secondsAMillion: 20,
  additionMs: 1_000,
  lookUpNs: 2_000,
  memoryMb: 50,
  heldMbAMillion: 10,
  stallMs: 50,
}
const held = (figure: string, isHeld: boolean): string => {
  if (!isHeld) process.exitCode = 1
  return isHeld ? figure : `${figure} (over)`
}

const say = (text: string): void => void process.stderr.write(`${text}\n`)

type Bench = { server: ServerProcess; place: Place; send: Send; uploader: ReturnType<typeof openUploader> }

const idsOf = ({ server, place }: Bench, segment: string): string =>
  `${server.managementUrl}${place.environment.path}/segments/${segment}/ids`

const makeSegment = ({ send, place }: Bench, key: string) =>
  send('POST', `${place.project.path}/segments`, { key, name: key, large: true })

/** One replaces a list while evaluations go on, and no flag needs it. */
const measureReplace = async (bench: Bench, segment: string, count: number, from = 0): Promise<string[]> => {
  const { server, place, uploader } = bench
  const ask = () => deliveryClient(server.deliveryUrl, place.key).evaluate(place.flag.key)
  const before = await probeWhile(server, ask, setTimeout(idleMs))
  const memory = await residentMb(server.pid)
  say(`  ${count.toLocaleString('en')} ids`)
  const upload = uploader.send({ url: idsOf(bench, segment), key: place.key, op: 'replace', from, count })
  const during = await probeWhile(server, ask, upload)
  const { seconds } = await upload
  const grown = Math.max(0, during.memory - memory)
  return [
    count.toLocaleString('en'),
    held(seconds.toFixed(1), seconds <= (bounds.secondsAMillion * count) / million),
    `${memory}`,
    held(`+${grown}`, grown <= bounds.memoryMb),
    `${ms(before.p99)} / ${ms(before.most)}`,
    held(`${ms(during.p99)} / ${ms(during.most)}`, during.most <= before.most + bounds.stallMs),
  ]
}

const evaluatesTo = async ({ server, place }: Bench, flag: string, userId: string, value: boolean): Promise<void> => {
  const client = deliveryClient(server.deliveryUrl, place.key)
  while ((await client.evaluate(flag, { userId })).body.value !== value) await setTimeout(1)
}

/** A flag that is on for whoever is in the segment. */
const makeFlag = async ({ send, place }: Bench, segment: string): Promise<string> => {
  const key = `of-${segment}`
  await send('POST', `${place.project.path}/flags`, { key, name: key, type: 'boolean' })
  const rule = { value: true, conditions: [{ operator: 'in_segment', value: segment }] }
  const config = { version: 1, enabled: true, defaultValue: false, rules: [rule] }
  await send('PUT', `${place.environment.path}/flags/${key}`, config)
  return key
}

/** A thousand more, until Delivery answers by them. */
const measureAdditions = async (bench: Bench, segment: string, flag: string): Promise<number[]> => {
  const times: number[] = []
  for (let at = 0; at < additions; at++) {
    const from = 900 * million + at * idsAdded
    const began = performance.now()
    await bench.uploader.send({ url: idsOf(bench, segment), key: bench.place.key, op: 'add', from, count: idsAdded })
    await evaluatesTo(bench, flag, `user-${from}@example.org`, true)
    times.push(performance.now() - began)
  }
  return times
}

const run = async (database: BenchDatabase): Promise<string> => {
  say(database.name)
  const uploader = openUploader()
  const rows: string[][] = []
  const facts: string[] = []
  await using server = await startServer(database.settings)
  const key = server.firstKey as string
  const send = sender(server.managementUrl, key)
  const bench: Bench = { server, send, uploader, place: await makePlace(send, key) }
  await makeSegment(bench, 'one')
  rows.push(await measureReplace(bench, 'one', million))
  await makeSegment(bench, 'largest')
  // Room for those that are added.
  const count = options.millions * million - additions * idsAdded
  rows.push(await measureReplace(bench, 'largest', count))
  const before = await residentMb(server.pid)
  const flag = await makeFlag(bench, 'largest')
  await evaluatesTo(bench, flag, 'user-0@example.org', true)
  const grown = (await residentMb(server.pid)) - before
  facts.push(
    `Delivery holds the list of ${options.millions} million in ${held(`${grown} MB`, grown <= bounds.heldMbAMillion * options.millions)}.`,
  )
  say('  additions')
  const times = await measureAdditions(bench, 'largest', flag)
  const added = `${ms(median(times))} ms, at most ${ms(Math.max(...times))} ms`
  facts.push(
    `${idsAdded} more, until Delivery answers by them: ${held(added, Math.max(...times) <= bounds.additionMs)}.`,
  )
  for (let at = 1; at <= options.several; at++) {
    await makeSegment(bench, `several-${at}`)
    rows.push(await measureReplace(bench, `several-${at}`, count, at * count))
  }
  facts.push(await measureStart(bench, database))
  await uploader.close()
  return `## ${database.name}\n\n${table(head, rows)}\n\n${facts.join('\n')}\n`
}

/** With ten lists of a million, until a flag of each answers by it. */
const measureStart = async (bench: Bench, database: BenchDatabase): Promise<string> => {
  say('  start')
  const flags: string[] = []
  for (let at = 1; at <= options.lists; at++) {
    const segment = `start-${at}`
    await makeSegment(bench, segment)
    const upload = {
      url: idsOf(bench, segment),
      key: bench.place.key,
      op: 'replace',
      from: at * million,
      count: million,
    }
    await bench.uploader.send(upload)
    flags.push(await makeFlag(bench, segment))
  }
  await bench.server.stop()
  const began = performance.now()
  await using server = await startServer(database.settings)
  const ready = performance.now() - began
  const started = { ...bench, server }
  for (const [at, flag] of flags.entries()) {
    await evaluatesTo(started, flag, `user-${(at + 1) * million}@example.org`, true)
  }
  const all = performance.now() - began
  return `Started with ${options.lists} more lists of a million: ready after ${ms(ready)} ms, every flag answers by its list after ${ms(all)} ms.`
}

const head = ['ids', 'replaced in s', 'MB before', 'at most', 'evaluate p99 / longest ms before', 'meanwhile']
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
