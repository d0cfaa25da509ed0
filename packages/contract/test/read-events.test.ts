import { expect, test } from 'vitest'
import { type EventStreamCase, eventStreamCases } from '../../../apps/server/src/testing/event-stream-cases.ts'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { readEvents } from '../src/index.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function* bodyOf(chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

const withJson = eventStreamCases.filter(({ expect: events }) => events.every(({ data }) => isJson(data)))

test('events are those of the standard, with the JSON of their data', async () => {
  expect(withJson.length).toBeGreaterThan(eventStreamCases.length * 0.8)
  await everyCase(withJson, async ({ chunks, expect: expected }: EventStreamCase) => {
    const events = await Array.fromAsync(readEvents(bodyOf(chunks)))
    expect(events).toEqual(expected.map(({ type, id, data }) => ({ event: type, id, data: JSON.parse(data) })))
  })
})
