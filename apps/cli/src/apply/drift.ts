import type { Change } from '@bunting/contract/text'
import type { Noun } from '../project-file/plan-parts.ts'

/** A change that was made elsewhere since this repository last applied its files, and that they change back. */
export type Drift = {
  noun: Noun
  key: string
  /** The environment and version of a config; neither of a name, a tag or the like. */
  env?: string
  version?: number
  by: string
  /** Undefined if this repository applied none of the latest versions, so that the base of a comparison is unknown. */
  changes: Change[] | undefined
}

/** Drift whose maker has no name yet. */
export type Found = Omit<Drift, 'by'> & { actor: string }
