import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'
import { recordedFetch } from './support/recorded-fetch.ts'

const written = JSON.stringify(bundle({ beta: { defaultValue: true } }), null, 2).split('\n')
const heard = [
  '\uFEFF: hello',
  '',
  'retry: 1000',
  'event: bundle',
  'id: 1',
  ...written.map((line) => `data: ${line}`),
  '',
  '',
]

/** A bundle of many lines, received in chunks of `size` bytes. */
const streamOf = (lineEnd: string, size: number): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(heard.join(lineEnd))
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
  return new ReadableStream({ start: (controller) => chunks.forEach((chunk) => void controller.enqueue(chunk)) })
}

const ways = ['\n', '\r', '\r\n'].flatMap((lineEnd) =>
  [1, 7, 1_000].map((size) => ({ name: `${JSON.stringify(lineEnd)}, ${size} bytes a chunk`, lineEnd, size })),
)

test('a stream is followed whatever its lines end in and wherever its chunks do', () =>
  everyCase(ways, async ({ lineEnd, size }) => {
    const { fetch } = recordedFetch((path) =>
      path === '/v1/stream'
        ? new Response(streamOf(lineEnd, size), { headers: { 'content-type': 'text/event-stream' } })
        : new Response('', { status: 503 }),
    )
    const flags = openTestFlags({ fetch })
    await flags.ready()
    expect(flags.boolean('beta', {}, false)).toBe(true)
  }))
