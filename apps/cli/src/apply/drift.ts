import type { Change } from '@bunting/contract/text'
import type { Noun } from '../project-file/plan-parts.ts'

/** A change that was made elsewhere since this repository last applied its files, and that applying them reverts. */
export type Drift = {
  noun: Noun
  key: string
  /** The environment and version of a config; undefined for other fields, such as a name or a tag. */
  env?: string
  version?: number
  by: string
  /** Undefined if this repository applied none of the latest versions, so that the base of a comparison is unknown. */
  changes: Change[] | undefined
}

/** Drift with the id of its author, whose name is not resolved yet. */
export type Found = Omit<Drift, 'by'> & { actor: string }
