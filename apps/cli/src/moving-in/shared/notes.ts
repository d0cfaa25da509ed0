import type { Finding, FindingKind } from '../converted.ts'
import type { Findings } from './findings.ts'

/** What is found out about one flag or segment in one environment, while it is converted. */
export type Notes = {
  exact(code: string, message: string): void
  widened(code: string, message: string): void
  byHand(code: string, message: string): void
  /** Why it is by hand, if it is. */
  readonly reasons: readonly Finding[]
  /** Hands over what was found: of what is by hand, nothing else counts. */
  tell(findings: Findings): void
}

export const openNotes = (where: Pick<Finding, 'flagKey' | 'segmentKey' | 'environment'>): Notes => {
  const said: Finding[] = []
  const reasons: Finding[] = []
  const add = (kind: FindingKind) => (code: string, message: string) => {
    ;(kind === 'by-hand' ? reasons : said).push({ code, kind, ...where, message })
  }
  return {
    exact: add('exact'),
    widened: add('widened'),
    byHand: add('by-hand'),
    reasons,
    tell: (findings) => {
      for (const finding of reasons.length > 0 ? reasons : said) findings.add(finding)
    },
  }
}
