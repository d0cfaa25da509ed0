import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sdkVersion } from '../../packages/sdk-server/src/version.ts'
import { openClients } from './clients.ts'
import { measureProcess } from './measure-process.ts'

// Serves the TypeScript SDK for the harness, as described in its README.md. Prints its URL on the first line.
const clients = openClients()
const capabilities = ['openfeature']

const about = { sdk: 'typescript', version: sdkVersion, capabilities }

const answer = async (method: string, url: URL, body: Record<string, unknown>): Promise<[number, unknown]> => {
  const [, , id = '', verb = ''] = url.pathname.split('/')
  if (method === 'GET' && url.pathname === '/') return [200, about]
  if (method === 'GET' && url.pathname === '/process') return [200, measureProcess()]
  if (method === 'POST' && url.pathname === '/clients') return [201, { id: await clients.open(body) }]
  const client = clients.find(id)
  if (!client) return [404, { message: `${method} ${url.pathname} is nothing here` }]
  if (method === 'DELETE') return [200, { ms: await clients.close(id) }]
  const verbs: Record<string, () => unknown> = {
    'POST ready': async () => ({ ready: await client.ready(body.timeoutMs as number) }),
    'POST evaluate': () => client.evaluate(body),
    'POST evaluate-many': async () => ({
      results: await Promise.all((body.cases as object[]).map((one) => client.evaluate(one))),
    }),
    'POST all': () => client.all(body),
    'POST track': () => client.track(body),
    'POST flush': () => client.flush(),
    'POST stress': () => client.stress(body),
    'GET state': () => client.state(),
    'GET events': () => ({ events: client.events(Number(url.searchParams.get('after') ?? 0)) }),
  }
  const run = verbs[`${method} ${verb}`]
  return run ? [200, (await run()) ?? {}] : [404, { message: `${method} ${verb} is nothing here` }]
}

const readJson = async (message: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString())
}

/** Exits like an application that does not close its flags. */
const end = (): void => process.exit(0)

const server = createServer(async (message, response) => {
  const { method = '', url = '' } = message
  const isEnd = method === 'DELETE' && url === '/'
  const [status, body] = await (async () => {
    const sent = await readJson(message)
    return isEnd ? ([200, {}] as const) : await answer(method, new URL(url, 'http://service'), sent)
  })().catch((error: unknown) => [500, { message: String(error instanceof Error ? error.stack : error) }] as const)
  const headers = { 'content-type': 'application/json', ...(isEnd && { connection: 'close' }) }
  response.writeHead(status, headers).end(JSON.stringify(body))
  if (isEnd) response.on('finish', end)
})

process.stdin.on('end', end).resume()
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
