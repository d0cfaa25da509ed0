import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../apps/server/src/testing/test-server.ts'
import type { Details, EvaluationContext, Flags } from '../src/index.ts'
import { openTestFlags } from './support/flags.ts'

type Case = {
  name: string
  flagKey: string
  config: { defaultValue: unknown } | null
  context: EvaluationContext & { proxyCountry?: string }
  expect: { value: unknown }
}

const folder = new URL('../../../conformance/', import.meta.url)
const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'explain.json')
  .flatMap((file) => (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { cases: Case[] }).cases)

/** What can come over the wire: a context with anything else in it is refused before it is evaluated. */
const plain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const sendable = cases.filter(({ context }) => Object.values(context.attributes ?? {}).every(plain))

/** An environment for each case, with a client key of its own. */
const keyOf = (at: number) => `pk_${String(at).padStart(43, '0')}`
const hashes = sendable.map((_, at) => createHash('sha256').update(keyOf(at)).digest('hex'))

const server = await startTestServer({
  delivery: { countryHeader: 'x-country' },
  wrapEdge: (edge) => ({
    ...edge,
    readKey: async (hash) => ({
      id: 'key_1',
      orgId: 'org_1',
      environmentId: `env_${hashes.indexOf(hash)}`,
      type: 'client',
      scopes: ['evaluate'],
    }),
    readBundle: async (environmentId) => {
      const { flagKey, config } = sendable[Number(environmentId.slice(4))] as Case
      const flags = config ? { [flagKey]: { id: 'flag_1', type: 'string', clientSafe: true, config } } : {}
      return { environmentId, revision: 1, text: JSON.stringify({ environmentId, revision: 1, flags }) }
    },
  }),
})

const ask = (flags: Flags, { flagKey, expect: { value } }: Case): Details => {
  if (typeof value === 'boolean') return flags.booleanDetails(flagKey, !value)
  if (typeof value === 'number') return flags.numberDetails(flagKey, value + 1)
  return flags.stringDetails(flagKey, 'the fallback')
}

test.each(sendable.map((one, at) => ({ ...one, at })))('$name', async ({ at, ...one }) => {
  const { proxyCountry, ...context } = one.context
  const country: Record<string, string> = proxyCountry === undefined ? {} : { 'x-country': proxyCountry }
  const fetch: typeof globalThis.fetch = (input, init) =>
    globalThis.fetch(input, { ...init, headers: { ...(init?.headers as object), ...country } })
  const flags = openTestFlags({ url: server.deliveryUrl, key: keyOf(at), flags: [one.flagKey], context, fetch })
  expect(await flags.ready()).toBe(true)
  const missing = { value: 'the fallback', reason: 'FLAG_NOT_FOUND', error: 'FLAG_NOT_FOUND' }
  expect(ask(flags, one)).toEqual(one.config ? one.expect : missing)
})
