import type { EnvironmentId } from '@bunting/contract'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Edge, EdgeBundle, EdgePatch } from '../../src/edge/edge.ts'
import { openRedisEdge } from '../../src/edge/redis/edge.ts'
import { newId } from '../../src/random.ts'
import { unboundedRedis } from '../../src/testing/servers/unbounded.ts'
import { startRedis } from '../../src/testing/services.ts'
import { openSlowLine } from './support/slow-line.ts'

const redis = await startRedis()
afterAll(() => redis.stop())

const openEdge = async (url: string, limits?: Parameters<typeof openRedisEdge>[2]) => {
  const edge = await openRedisEdge(url, pino({ level: 'silent' }), limits)
  onTestFinished(() => edge.close())
  return edge
}

const bundleOf = (environmentId: EnvironmentId, flags: EdgeBundle['flags']): EdgeBundle => ({
  environmentId,
  revision: 7,
  format: 2,
  flags,
  segments: [],
})

/** As one text, since comparing so many pairs takes seconds. */
const linesOf = (flags: EdgeBundle['flags'] | EdgePatch['flags'] = []): string =>
  flags
    .map((flag) => flag.join(' '))
    .toSorted()
    .join('\n')

test('a bundle of as many flags as the largest plan has is published whole, patched and read', async () => {
  const edge = await openEdge(redis.url, unboundedRedis)
  const environmentId = newId('environment')
  const flags = Array.from({ length: 100_000 }, (_, at) => [`flag-${at}`, `{"id":"flag_${at}"}`] as const)
  const whole = bundleOf(environmentId, flags)
  await edge.putBundle(environmentId, async () => whole)
  expect(linesOf((await edge.readBundle(environmentId))?.flags)).toBe(linesOf(flags))
  const patch = { revision: 8, changes: [[8, 'f:flag-1']], flags: [['flag-1', null]] } as const
  await edge.putBundle(environmentId, async () => ({ ...whole, ...patch, from: 7 }))
  expect(await edge.readBundle(environmentId, 7)).toMatchObject(patch)
})

const commandMs = 5_000
/** A bundle takes longer than the timeout of a small command; its own timeout is a minute. */
const pieces = 4
const slow = { pieceBytes: 256 * 1024, restMs: commandMs / (pieces - 1) }
const limits = { commandMs, bytesPerSecond: 16 * 1024, readAtOnceBytes: 16 * 1024 }
const largeText = JSON.stringify('x'.repeat(pieces * slow.pieceBytes))

/** Sends a ping on the same connection while the bundle is being transferred. */
const pingBehind = async (edge: Edge): Promise<void> => {
  await expect.poll(() => edge.transfers?.underWayMs()).toBeGreaterThan(0)
  await edge.ping()
}

test('a bundle that a slow line carries for longer than commands may take arrives, and so does what waits behind it', async () => {
  const line = await openSlowLine(redis.url, slow.pieceBytes, slow.restMs)
  onTestFinished(line.close)
  const near = await openEdge(redis.url, unboundedRedis)
  const [writer, reader] = await Promise.all([openEdge(line.url, limits), openEdge(line.url, limits)])
  const [written, read] = [newId('environment'), newId('environment')]
  const wholeOf = (id: EnvironmentId) => bundleOf(id, [['large', largeText]])
  await near.putBundle(read, async () => wholeOf(read))
  const [found] = await Promise.all([
    reader.readBundle(read),
    writer.putBundle(written, async () => wholeOf(written)),
    pingBehind(reader),
    pingBehind(writer),
  ])
  expect(found).toMatchObject(wholeOf(read))
  expect(await near.readBundle(written)).toMatchObject(wholeOf(written))
})
