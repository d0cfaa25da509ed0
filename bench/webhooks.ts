import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  programAt,
  type ServerProcess,
  type Settings,
  startServer,
} from '../apps/server/src/testing/servers/server-process.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { median, ms, quantile, table } from './support/figures.ts'
import { machine } from './support/machine.ts'

const rounds = 250
/** The first ones compile what they run. */
const warmUp = 50

/** The `main.js` of a build to compare with, such as one from before a change. */
const { BUNTING_BENCH_BEFORE: before } = process.env

/** Takes messages: at once, or never. */
const startReceiver = async (answers: boolean) => {
  let received = 0
  const server = createServer((request, response) => {
    request.resume()
    received++
    if (answers) response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: () => received,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Sides = Record<'live' | 'dead', Awaited<ReturnType<typeof startReceiver>>>

/** A server whose organization has so many webhooks of each kind, and a flag in it that is saved again and again. */
type Case = { name: string; program?: readonly string[]; webhooks: { of: keyof Sides; count: number } | undefined }

const cases: Case[] = [
  ...(before === undefined
    ? []
    : [{ name: 'the build to compare with', program: programAt(before), webhooks: undefined }]),
  { name: 'none', webhooks: undefined },
  { name: '1 that answers', webhooks: { of: 'live', count: 1 } },
  { name: '100 that never answer', webhooks: { of: 'dead', count: 100 } },
]

type Answer = { id: string; items: { id: string }[] }

const open = async (open: () => Promise<BenchDatabase>, { program, webhooks }: Case, sides: Sides) => {
  const database = await open()
  const allow: Settings = program ? {} : { BUNTING_WEBHOOK_ALLOW: '127.0.0.1' }
  const server: ServerProcess = await startServer({ ...database.settings, ...allow }, program ? { program } : {})
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${server.managementUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${server.firstKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as Answer
    if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
  for (let at = 0; at < (webhooks?.count ?? 0); at++) {
    await send('POST', '/v1/webhooks', { url: sides[webhooks?.of ?? 'live'].url, events: ['flag.version.'] })
  }
  const project = (await send('GET', '/v1/projects')).items[0]?.id
  const environment = (await send('GET', `/v1/projects/${project}/environments`)).items[0]?.id
  await send('POST', `/v1/projects/${project}/flags`, { key: 'saved', name: 'Saved', type: 'boolean' })
  const path = `/v1/projects/${project}/environments/${environment}/flags/saved`
  return {
    name: database.name,
    put: (version: number) => send('PUT', path, { version, enabled: true, defaultValue: false, rules: [] }),
    close: async () => {
      await server.kill9()
      await database.remove()
    },
  }
}

const run = async (opener: () => Promise<BenchDatabase>): Promise<string[][]> => {
  const sides: Sides = { live: await startReceiver(true), dead: await startReceiver(false) }
  const opened = await Promise.all(cases.map((one) => open(opener, one, sides)))
  const times = cases.map((): number[] => [])
  for (let round = 1; round <= rounds; round++) {
    // In turns, so that whatever else the machine does meets all of them alike.
    for (const [at, { put }] of opened.entries()) {
      const began = performance.now()
      await put(round)
      if (round > warmUp) times[at]?.push(performance.now() - began)
    }
  }
  process.stderr.write(
    `received: ${sides.live.received()} of ${rounds}; by those that never answer ${sides.dead.received()}\n`,
  )
  await Promise.all(opened.map(({ close }) => close()))
  for (const side of Object.values(sides)) side.close()
  const baseline = median(times[0] ?? [])
  return cases.map(({ name }, at) => {
    const own = times[at] ?? []
    const ratio = median(own) / baseline
    return [opened[at]?.name ?? '', name, ms(median(own)), ms(quantile(own, 0.99)), ratio.toFixed(3)]
  })
}

const rows: string[][] = []
for (const opener of chosenDatabases()) rows.push(...(await run(opener)))
const head = ['database', 'webhooks', 'p50 ms', 'p99 ms', 'to the first']
process.stdout.write(`
# Webhooks

${rounds - warmUp} configs, one after the other and in turns with the others, each on a server and a database of its own.
${machine()}

${table(head, rows)}
`)
