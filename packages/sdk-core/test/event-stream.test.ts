import { expect, test } from 'vitest'
import { eventStreamCases } from '../../../apps/server/src/testing/event-stream-cases.ts'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { openEventParser } from '../src/event-stream.ts'

test('events are those of the standard, in whatever chunks they come', () =>
  everyCase(eventStreamCases, ({ chunks, expect: events }) => {
    const parser = openEventParser()
    expect(chunks.flatMap((chunk) => parser.read(chunk))).toEqual(events)
  }))

test('an event is there with the chunk that ends it', () => {
  const parser = openEventParser()
  const read = (text: string) => parser.read(new TextEncoder().encode(text)).map(({ data }) => data)
  expect(read('data: 1\r\r')).toEqual(['1'])
  expect(read('\ndata: 2\r\n\r')).toEqual(['2'])
  expect(read('\n')).toEqual([])
})
