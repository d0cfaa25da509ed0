import type { Finding } from '../converted.ts'
import type { Asking } from './probes.ts'

/** Findings that are about names and people, and about no answer. */
const silent = new Set(['renamed', 'owner-unknown'])

/** Which contexts a finding is about, where it is not about all of them. */
const about: Readonly<Record<string, (asking: Asking) => boolean>> = {
  'type-strict': ({ isOdd }) => isOdd,
  'list-or-text': ({ isOdd }) => isOdd,
}

/** The code of the finding that says that these answers may differ; undefined where none does. */
export const explainDifference = (
  findings: readonly Finding[],
  flagKey: string,
  environment: string,
  asking: Asking,
): string | undefined =>
  findings.find((finding) => {
    const isElsewhere = (finding.flagKey ?? flagKey) !== flagKey || (finding.environment ?? environment) !== environment
    if (isElsewhere || finding.kind === 'exact' || silent.has(finding.code)) return false
    const isAbout = Object.hasOwn(about, finding.code) ? about[finding.code] : undefined
    // What is said of all flags explains nothing by itself.
    return isAbout ? isAbout(asking) : finding.flagKey !== undefined
  })?.code
