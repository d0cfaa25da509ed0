import type { Operator } from './operator.ts'

const isCode = (value: unknown) => typeof value === 'string' && /^[a-zA-Z]{2}$/.test(value)

/** Every way to write a code: unlike changing an attribute's case, this reads no other letter (ß, ı) as one of its own. */
function spellings(code: string): string[] {
  const [first = '', second = ''] = code.toUpperCase()
  const [small = '', smallSecond = ''] = code.toLowerCase()
  return [first + second, first + smallSecond, small + second, small + smallSecond]
}

export const geoCountry = {
  name: 'geo_country',
  label: 'is in country',
  takes: 'countries',
  gated: true,
  orElse: 'proxyCountry',
  problem: (value) => {
    const codes = Array.isArray(value) ? value : [value]
    return codes.length >= 1 && codes.length <= 1_000 && codes.every(isCode)
      ? undefined
      : 'must be a country code of two letters (ISO 3166-1 alpha-2), or an array of 1 to 1,000 of them'
  },
  prepare: (value: string | readonly string[]) => new Set([value].flat().flatMap(spellings)),
  holds: (actual: unknown, expected: ReadonlySet<unknown>) => expected.has(actual),
} as const satisfies Operator
