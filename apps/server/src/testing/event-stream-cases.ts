import { readFileSync } from 'node:fs'

type Written = { name: string; chunks?: string[]; hex?: string[]; expect: { type: string; id: string; data: string }[] }
export type EventStreamCase = { name: string; chunks: Uint8Array[]; expect: Written['expect'] }

const data = new URL('../../../../conformance/event-stream.json', import.meta.url)
const { cases }: { cases: Written[] } = JSON.parse(readFileSync(data, 'utf8'))

const chunksOf = ({ chunks = [], hex }: Written): Uint8Array[] =>
  hex ? hex.map((digits) => Buffer.from(digits, 'hex')) : chunks.map((text) => Buffer.from(text))

/** Each case with its body in the given chunks, in one chunk, and byte by byte. */
export const eventStreamCases = cases.flatMap((one): EventStreamCase[] => {
  const { name, expect } = one
  const chunks = chunksOf(one)
  const whole = Buffer.concat(chunks)
  return [
    { name, chunks, expect },
    { name: `${name} (in one chunk)`, chunks: [whole], expect },
    { name: `${name} (byte by byte)`, chunks: Array.from(whole, (byte) => Uint8Array.of(byte)), expect },
  ]
})
