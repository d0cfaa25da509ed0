import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTransfers } from '../../src/base/transfers.ts'
import { openEdgeTime } from '../../src/edge/publish/edge-time.ts'

const timeoutMs = 20
const never = () => new Promise<never>(() => undefined)
const late = 'there was no answer within'

test('an edge that takes longer than it may has failed', async () => {
  const time = openEdgeTime({}, timeoutMs)
  await expect(time.within(never())).rejects.toThrow(`${late} ${timeoutMs} ms`)
})

test('what the store takes is not counted against the edge', async () => {
  const time = openEdgeTime({}, timeoutMs)
  const read = time.reading(setTimeout(10 * timeoutMs, 'read'))
  expect(await time.within(read)).toBe('read')
  await expect(time.within(never())).rejects.toThrow(`${late} ${timeoutMs} ms`)
})

test('the time grows with the bytes that are under way, also with those that come later, and ends', async () => {
  const transfers = openTransfers(1_000)
  const time = openEdgeTime({ transfers }, timeoutMs)
  void transfers.carry(20, never)
  const failed = expect(time.within(never())).rejects.toThrow(`${late} 70 ms`)
  void transfers.carry(30, never)
  await failed
})
