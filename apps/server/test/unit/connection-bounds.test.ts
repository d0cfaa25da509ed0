import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connectionBounds, filesFor, minFiles } from '../../src/rules/access/connections.ts'

/** The most files that a process opens for itself: the pools of two databases, Redis, threads, files. */
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

test('so many files as are said to be needed for streams are enough, and not far more', () => {
  for (const both of [false, true]) {
    for (const total of [1, 1_000, 50_000, 300_000]) {
      const files = filesFor(total, both)
      expect(connectionBounds(files, both, { total }).streams.total).toBe(total)
      expect(files).toBeLessThan(2 * total + 4_000)
    }
  }
})

test('fifty thousand streams go into what the service file and compose.yaml allow', () => {
  for (const file of ['deploy/systemd/bunting.service', 'compose.yaml']) {
    const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8')
    const allowed = /(?:LimitNOFILE=|nofile: )(\d+)/.exec(text)?.[1]
    expect(connectionBounds(Number(allowed), true, {}).streams.total, file).toBeGreaterThan(50_000)
  }
})
