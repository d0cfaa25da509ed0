import type { EnvironmentId } from '@bunting/contract'
import { expect, test } from 'vitest'
import { openWaitingExposures } from '../../src/delivery/track/waiting-exposures.ts'
import type { TrackedBatch } from '../../src/edge/edge.ts'

const sender = { environmentId: 'env_shop' as EnvironmentId, keyType: 'client', isIgnored: true } as const
const exposureOf = (unit: bigint) => ({ flagKey: 'layout', ruleId: 'split', variant: 'wide', unit })
const units = ({ track }: TrackedBatch) => track.exposures.map(({ unit }) => unit)

/** An edge that receives every batch, and answers each when a test says so. */
const open = () => {
  const received: TrackedBatch[] = []
  const answers: PromiseWithResolvers<void>[] = []
  const waiting = openWaitingExposures({
    track: async (batch) => {
      received.push(batch)
      const answer = Promise.withResolvers<void>()
      answers.push(answer)
      await answer.promise
      return batch.answer
    },
  })
  return { waiting, received, answers }
}

test('a batch under way is not sent again by a second call', async () => {
  const { waiting, received, answers } = open()
  waiting.add(sender, [exposureOf(1n)])
  const sends = [waiting.send(), waiting.send()]
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.resolve()
  await Promise.all(sends)
  expect(received.map(units)).toEqual([[1n]])
})

test('what comes while a batch is under way is in the next, and nothing is lost', async () => {
  const { waiting, received, answers } = open()
  waiting.add(sender, [exposureOf(1n)])
  const first = waiting.send()
  await expect.poll(() => answers.length).toBe(1)
  waiting.add(sender, [exposureOf(1n), exposureOf(2n)])
  const second = waiting.send()
  answers[0]?.resolve()
  await first
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.resolve()
  await second
  expect(received.map(units)).toEqual([[1n], [2n]])
})

test('a batch whose answer was lost is sent again under the name that it had', async () => {
  const { waiting, received, answers } = open()
  waiting.add(sender, [exposureOf(1n)])
  const first = waiting.send()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.reject(new Error('The answer was lost.'))
  await expect(first).rejects.toThrow('The answer was lost.')
  waiting.add(sender, [exposureOf(2n)])
  const second = waiting.send()
  for (const at of [1, 2]) {
    await expect.poll(() => answers.length).toBe(at + 1)
    answers[at]?.resolve()
  }
  await second
  expect(received.map(units)).toEqual([[1n], [1n], [2n]])
  const names = received.map(({ named }) => named?.key)
  expect(names[1]).toBe(names[0])
  expect(names[2]).not.toBe(names[0])
})
