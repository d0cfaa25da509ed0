import type { Converted, Finding, Source } from '../converted.ts'

/** Answers of one flag in one environment, theirs beside ours. */
export type VerifiedFlag = {
  flagKey: string
  environment: string
  compared: number
  different: number
  /** The smallest context that was found whose answers differ, first of all one that no finding explains. */
  example?: { context: object; theirs: unknown; ours: unknown; explainedBy?: string }
}

export type Verified = {
  compared: number
  different: number
  /** Of the different ones, those that no finding explains. */
  unexplained: number
  /** With 95 % certainty, the share of all contexts that differ is below this. */
  below: number
  flags: VerifiedFlag[]
}

/** What an import found: for machines as it is, and for people as a page. */
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
