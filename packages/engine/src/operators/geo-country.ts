import { addBit, type Bits, emptyBits, hasBit } from '../values/bits.ts'
import type { Operator } from './operator.ts'

/** The index of a code, 0 to 675; undefined if it is none. Unlike a change of case, it maps no ß or ı to ASCII. */
function indexOfCode(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length !== 2) return undefined
  const first = letterAt(value, 0)
  const second = letterAt(value, 1)
  return first < 0 || second < 0 ? undefined : first * 26 + second
}

function letterAt(text: string, at: number): number {
  const letter = (text.charCodeAt(at) | 32) - 97
  return letter < 26 ? letter : -1
}

const codesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

export const geoCountry = {
  name: 'geo_country',
  label: 'is in country',
  takes: 'countries',
  gated: true,
  orElse: 'proxyCountry',
  problem: (value) => {
    const codes = codesOf(value)
    return codes.length >= 1 && codes.length <= 1_000 && codes.every((code) => indexOfCode(code) !== undefined)
      ? undefined
      : 'must be a country code of two letters (ISO 3166-1 alpha-2), or an array of 1 to 1,000 of them'
  },
  cost: (value: string | readonly string[]) => 1_000 + 50 * codesOf(value).length,
  prepare: (value: string | readonly string[]) => {
    const wanted = emptyBits(Math.ceil((26 * 26) / 32))
    for (const code of codesOf(value)) addBit(wanted, indexOfCode(code) as number)
    return wanted
  },
  holds: (actual: unknown, wanted: Bits) => {
    const index = indexOfCode(actual)
    return index !== undefined && hasBit(wanted, index)
  },
} as const satisfies Operator
