import type { TokenExposure } from './hash-track.ts'

/** The text inside a token, which only the server can seal and open. */
export const tokenText = (exposures: readonly TokenExposure[]): string =>
  JSON.stringify(exposures.map(({ flagKey, ruleId, variant, unit }) => [flagKey, ruleId, variant, unit.toString(16)]))

export const tokenIn = (text: string | undefined): TokenExposure[] | undefined => {
  if (text === undefined) return undefined
  const parts = JSON.parse(text) as [string, string, string, string][]
  return parts.map(([flagKey, ruleId, variant, unit]) => ({ flagKey, ruleId, variant, unit: hexToUnit(unit) }))
}

/** Parses the signed hexadecimal text that `toString(16)` writes. */
const hexToUnit = (hex: string): bigint => (hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`))
