import { expect, test } from 'vitest'
import { connectionBounds, minFiles } from '../../src/rules/connections.ts'

/** More than this a process has not open for itself: two databases' pools, Redis, threads, files. */
const ownFiles = 64

for (const files of [minFiles.alone, 256, 1_024, 20_000, 1_048_576]) {
  test(`of ${files} files both listeners together leave enough for everything else`, () => {
    const { management, delivery, streams, webhooks } = connectionBounds(files, true, {})
    expect(management + delivery + webhooks).toBeLessThanOrEqual(files - ownFiles)
    expect(webhooks).toBeGreaterThan(0)
    expect(management).toBeGreaterThan(0)
    expect(streams.total).toBeLessThanOrEqual((delivery * 3) / 4)
    expect(streams.perKey).toBeLessThan(streams.total)
    expect(streams.perAddress).toBeLessThan(streams.perKey)
    expect(streams.perAddress).toBeGreaterThan(0)
  })
}

test('what is asked for counts, as far as the files go', () => {
  const asked = { total: 300_000, perKey: 7, perAddress: 3 }
  expect(connectionBounds(1_048_576, false, asked).streams).toEqual(asked)
  const { streams, delivery } = connectionBounds(1_024, false, asked)
  expect(streams).toEqual({ ...asked, total: Math.floor((delivery * 3) / 4) })
})

test('a primary has as many files left as connections may wait for its workers', () => {
  const { management } = connectionBounds(minFiles.withWorkers, true, {})
  expect(minFiles.withWorkers - management - ownFiles).toBeGreaterThan(511)
})

test('ten thousand streams go into twenty thousand files', () => {
  expect(connectionBounds(20_000, false, {}).streams.total).toBeGreaterThan(10_000)
})
