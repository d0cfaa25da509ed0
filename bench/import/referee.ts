import type { Source } from '../../apps/cli/src/moving-in/converted.ts'
import type { Random } from '../support/random.ts'

/** An answer that is another one after moving in. */
export type Difference = { flagKey: string; context: object; theirs: unknown; ours: unknown }

export type Round = { compared: number; different: Difference[] }

/** The vendor's own engine against what an import makes, over projects that nobody wrote. */
export type Referee = {
  source: Source
  /** A random project of one environment. */
  open(random: Random): Project
}

type Project = {
  /** What the service's SDKs read. */
  theirs: object
  /** Answers to random contexts, each in the service's own form and in ours. */
  compare(): Round | Promise<Round>
}
