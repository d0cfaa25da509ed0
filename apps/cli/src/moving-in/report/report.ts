import type { Converted, Finding, Source } from '../converted.ts'

/** The comparison of one flag in one environment: the source's answers with Bunting's. */
export type VerifiedFlag = {
  flagKey: string
  environment: string
  compared: number
  different: number
  /** The smallest context found whose answers differ; preferably one that no finding explains. */
  example?: { context: object; theirs: unknown; ours: unknown; explainedBy?: string }
}

export type Verified = {
  compared: number
  different: number
  /** The number of differences that no finding explains. */
  unexplained: number
  /** The upper bound of the share of all contexts that differ, with 95 % confidence. */
  below: number
  flags: VerifiedFlag[]
}

/** The result of an import: JSON for machines, a page for people. */
export type Report = {
  source: Source
  flags: number
  environments: number
  findings: Finding[]
  verify?: Verified
}

export const reportOf = (
  source: Source,
  { flags, findings }: Converted,
  environments: number,
  verify: Verified | undefined,
): Report => ({
  source,
  flags: Object.keys(flags).length,
  environments,
  findings,
  ...(verify ? { verify } : {}),
})
