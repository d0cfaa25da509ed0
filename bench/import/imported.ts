import { type FlagConfig, referencesOf, type SegmentConfig } from '@bunting/engine'
import type { Converted, Finding } from '../../apps/cli/src/moving-in/converted.ts'
import type { FindingCode } from '../../apps/cli/src/moving-in/finding-codes.ts'

/** The flags that a finding is about, one of their own or one of what they name. */
export const flagsWith = (
  { flags, segments, findings }: Converted,
  slug: string,
  isTold: (finding: Finding) => boolean,
): ReadonlySet<string> => {
  const told = new Set(
    findings
      .filter(isTold)
      .map(({ flagKey, segmentKey }) => (segmentKey === undefined ? `flag ${flagKey}` : `segment ${segmentKey}`)),
  )
  const namers = [
    ...Object.entries(segments).map(([key, entry]) => [`segment ${key}`, entry.environments[slug]] as const),
    ...Object.entries(flags).map(([key, entry]) => [`flag ${key}`, entry.environments[slug]] as const),
  ]
  for (let size = -1; size < told.size; ) {
    size = told.size
    for (const [name, config] of namers) {
      const references = config ? referencesOf({ version: 1, ...config } as FlagConfig | SegmentConfig) : []
      if (references.some(({ kind, key }) => told.has(`${kind} ${key}`))) told.add(name)
    }
  }
  return new Set(Object.keys(flags).filter((key) => told.has(`flag ${key}`)))
}

/** Codes that say how an answer is written, not that it is another one. */
const comparable = new Set<FindingCode>(['renamed', 'no-code-default', 'failed-gate', 'bandit'])

/** The flags whose answers a finding explains, their own or one of what they name, but for codes about contexts that nobody is asked about. */
export const explainedIn = (
  converted: Converted,
  slug: string,
  others: readonly FindingCode[] = [],
): ReadonlySet<string> =>
  flagsWith(
    converted,
    slug,
    ({ kind, code, environment = slug }) =>
      environment === slug &&
      (kind === 'by-hand' || (kind === 'widened' && !comparable.has(code) && !others.includes(code))),
  )
