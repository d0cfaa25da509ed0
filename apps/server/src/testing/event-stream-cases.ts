import { readFileSync } from 'node:fs'

type Written = { name: string; chunks: string[]; expect: { type: string; id: string; data: string }[] }
export type EventStreamCase = { name: string; chunks: Uint8Array[]; expect: Written['expect'] }

const data = new URL('../../../../conformance/event-stream.json', import.meta.url)
const { cases }: { cases: Written[] } = JSON.parse(readFileSync(data, 'utf8'))

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Each case with its body in the given chunks, in one chunk, and byte by byte. */
export const eventStreamCases = cases.flatMap(({ name, chunks, expect }): EventStreamCase[] => {
  const whole = bytes(chunks.join(''))
  return [
    { name, chunks: chunks.map(bytes), expect },
    { name: `${name} (in one chunk)`, chunks: [whole], expect },
    { name: `${name} (byte by byte)`, chunks: Array.from(whole, (byte) => Uint8Array.of(byte)), expect },
  ]
})
