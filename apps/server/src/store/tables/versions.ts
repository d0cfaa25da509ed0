import type { ActorId, ProposalId } from '@bunting/contract'
import type { Name } from '../bundles/changes.ts'
import type { Needs } from '../bundles/config-references.ts'

/** A config, by whom it is appended to a series, and why. */
export type NewVersion<Config> = {
  config: Config
  needs: Needs
  createdBy: ActorId
  proposalId: ProposalId | null
  /** Why, where that was said. */
  comment?: string | null | undefined
  /** Of a flag: saved past the proposals. */
  emergency?: boolean | undefined
}

/** A version, and the segments that flags may need since or no longer; undefined where those are too many. */
export type Appended<Version> = { version: Version; segments: readonly Name[] | undefined }
