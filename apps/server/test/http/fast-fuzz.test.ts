import { expect, test } from 'vitest'
import { config } from '../../src/testing/test-organization.ts'
import { eachOddity, lastId, oddConversation } from './support/odd-requests.ts'
import { exchangeBytes } from './support/raw-connection.ts'
import { startTwoWays, ways } from './support/two-ways.ts'

// BUNTING_FUZZ=100000 runs that many conversations; BUNTING_FUZZ_SEED chooses others.
const count = Number(process.env.BUNTING_FUZZ ?? 1_000)
const firstSeed = Number(process.env.BUNTING_FUZZ_SEED ?? 1)
const atOnce = 16

/** Replaces everything that differs from moment to moment. */
const told = (text: string): string =>
  text
    .replaceAll(/Date: [^\r]+ GMT/g, 'Date: <now>')
    .replaceAll(/(X-Request-Id: |"requestId":")[0-9a-f-]{36}/g, '$1<id>')
    .replaceAll(/"evaluatedAt":"[^"]+","cacheAge":\d+/g, '"evaluatedAt":<now>')

/** Removes Node's own refusal at the end. */
const answersIn = (text: string): string => text.replace(/HTTP\/1\.1 4\d\d [\w ]+\r\nConnection: close\r\n\r\n$/, '')

const server = await startTwoWays()
const org = await server.newOrganization()
await org.createFlag({ key: 'on' })
await org.put(org.at('on'), config({}))
const { key: clientKey } = await org.createKey({ type: 'client' })
const listeners = await Promise.all(ways.map((http) => server.listenBy(http, { prefix: '/flags' })))
const keys = [org.key, org.key, clientKey, 'nonsense']

const ask = async (parts: readonly Buffer[]): Promise<[fast: string, node: string]> => {
  const [fast = '', node = ''] = await Promise.all(listeners.map(({ port }) => exchangeBytes(port, parts)))
  return [told(fast), told(node)]
}
// Makes the valid keys known: a caller that hangs up while a key is being looked up gets no answer.
for (let seed = 1; seed < 20; seed++) await ask(oddConversation(seed, keys).parts)

test.each(eachOddity(org.key))('by both ways a request with $odd is answered alike', async ({ parts }) => {
  const [fast, node] = await ask(parts)
  // The rest after a request that ends too early is malformed, and arrives in one piece with it.
  expect(fast === node || (answersIn(fast) !== '' && answersIn(fast) === answersIn(node)), `${fast}\n\n${node}`).toBe(
    true,
  )
})

test(`by both ways ${count} odd conversations are answered alike`, async () => {
  const talk = (seed: number) => ask(oddConversation(seed, keys).parts)

  const isAlike = async (seed: number): Promise<boolean> => {
    const [fast, node] = await talk(seed)
    if (fast === node) return true
    if (fast.includes(lastId) || node.includes(lastId)) return false
    // A malformed request ends the connection. If it arrives in one piece with valid ones, Node sends a refusal only if
    // the answers before it are finished by then; and of several such answers it sends only the finished ones.
    const [one, other] = [answersIn(fast), answersIn(node)]
    if (oddConversation(seed, keys).isApart) return one !== '' && one === other
    return one.startsWith(other) || other.startsWith(one)
  }
  const differing: number[] = []
  const seeds = Array.from({ length: count }, (_, at) => firstSeed + at).values()
  const compare = async () => {
    for (const seed of seeds) {
      // Retries, since a key may be read again meanwhile, or bytes may arrive together: a real difference shows each time.
      let tries = 5
      while (tries > 0 && !(await isAlike(seed))) tries--
      if (tries === 0) differing.push(seed)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, compare))
  for (const seed of differing.slice(0, 1)) {
    const [fast, node] = await talk(seed)
    expect(fast, `seed ${seed}`).toBe(node)
  }
  expect(differing).toEqual([])
}, 3_600_000)
