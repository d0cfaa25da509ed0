import type { TokenExposure } from './hash-track.ts'

/** What is sealed in a token, and what an opened one says: only the server can have made it. */
export const tokenText = (exposures: readonly TokenExposure[]): string =>
  JSON.stringify(exposures.map(({ flagKey, ruleId, variant, unit }) => [flagKey, ruleId, variant, unit.toString(16)]))

export const tokenIn = (text: string | undefined): TokenExposure[] | undefined => {
  if (text === undefined) return undefined
  const parts = JSON.parse(text) as [string, string, string, string][]
  return parts.map(([flagKey, ruleId, variant, unit]) => ({ flagKey, ruleId, variant, unit: hexToUnit(unit) }))
}

/** As `toString(16)` writes them, with their sign. */
const hexToUnit = (hex: string): bigint => (hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`))
