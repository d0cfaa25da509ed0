import { readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'
import {
  type ConformanceCase,
  casesOf,
  conformanceFiles,
  contentOf,
} from '../../apps/server/src/testing/conformance-cases.ts'
import { everyCase } from '../../apps/server/src/testing/every-case.ts'
import type { Answer, Client } from '../support/client.ts'
import { scenario } from '../support/scenario.ts'

type Expected = { value?: unknown; reason: string; [field: string]: unknown }
type Asked = { flagKey: string; context: object; result: Expected }
type PatchCase = {
  name: string
  bundle: { revision: number }
  expect: Asked[]
  patches: { patch: { revision: number }; applies: boolean; expect: Asked[] }[]
}
type Halves = ConformanceCase & { expectReplaced?: Expected }

const data = new URL('../../conformance/patches.json', import.meta.url)
const patchCases: PatchCase[] = JSON.parse(readFileSync(data, 'utf8')).cases

const fallbackFor = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  return typeof value === 'object' && value ? {} : 'the fallback'
}

/** The fallback and error that an SDK returns if the engine has no value. */
const errors: Record<string, object> = {
  FLAG_NOT_FOUND: { value: 'the fallback', errorCode: 'FLAG_NOT_FOUND' },
  ERROR: { value: 'the fallback', errorCode: 'GENERAL' },
}
const expected = (result: Expected): object => ({ ...result, ...errors[result.reason] })

const ask = (client: Client, { flagKey, context, result }: Asked): Promise<Answer> =>
  client.evaluate(flagKey, fallbackFor(result.value), { context })

const check = async (client: Client, asked: readonly Asked[]): Promise<void> => {
  for (const one of asked) expect(await ask(client, one)).toEqual(expected(one.result))
}

scenario(1, 'every case of the conformance data, as a bootstrap', async ({ open, capabilities }) => {
  const isReplaced = capabilities.includes('replaces half surrogates')
  const checkCase = async ({ expectReplaced, ...one }: Halves) => {
    const result = (isReplaced ? (expectReplaced ?? one.expect) : one.expect) as Expected
    const client = await open({ bootstrap: contentOf(one, 'env_1') })
    await check(client, [{ ...one, result }])
    await client.close()
  }
  await everyCase(casesOf(conformanceFiles), checkCase, { atOnce: 8 })
})

scenario(2, 'every patch of the conformance data, over a stream', async ({ open, openDelivery }) => {
  const checkCase = async ({ bundle, expect: atFirst, patches }: PatchCase) => {
    const delivery = await openDelivery()
    delivery.on('/v1/stream', (_, reply) => void delivery.follow(reply))
    delivery.on('/v1/bundle', (_, reply) => reply.answer(503))
    const client = await open({ url: delivery.url })
    await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
    delivery.sends(bundle)
    await client.ready()
    await check(client, atFirst)
    for (const { patch, applies, expect: after } of patches) {
      const asked = delivery.asked('/v1/stream').length
      await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
      delivery.patches(patch)
      if (applies) await vi.waitFor(() => check(client, after))
      else await vi.waitFor(() => expect(delivery.asked('/v1/stream').length).toBeGreaterThan(asked))
      await check(client, after)
    }
    await client.close()
  }
  await everyCase(patchCases, checkCase, { atOnce: patchCases.length })
})

scenario(3, 'every patch of the conformance data, by asking', async ({ open, openDelivery }) => {
  const checkCase = async ({ bundle, expect: atFirst, patches }: PatchCase) => {
    const delivery = await openDelivery()
    let answer: { revision: number } = bundle
    const asked: string[] = []
    delivery.on('/v1/stream', (_, reply) => reply.answer(404))
    delivery.on('/v1/bundle', ({ query, headers }, reply) => {
      asked.push(query.get('from') ?? '')
      if (headers['if-none-match'] === `"${answer.revision}"`) return reply.answer(304)
      reply.answer(200, { etag: `"${answer.revision}"` }, JSON.stringify(answer))
    })
    const client = await open({ url: delivery.url, timing: 0.05 })
    await client.ready()
    await check(client, atFirst)
    for (const { patch, applies, expect: after } of patches) {
      answer = patch
      // The next request names the revision that the client knows.
      if (applies) await vi.waitFor(() => expect(asked.at(-1)).toBe(String(patch.revision)))
      else {
        // Wait until the patch was fetched and refused: it must have changed nothing.
        const before = asked.length
        await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before + 1))
      }
      await check(client, after)
    }
    await client.close()
  }
  await everyCase(patchCases, checkCase, { atOnce: patchCases.length })
})
