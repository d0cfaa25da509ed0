import type { Environment, HistoricFlagVersion } from '@bunting/contract'
import type { FlagConfig, Problem } from '@bunting/engine'
import type { ComponentType } from 'react'
import type { Why } from '../../api/flag-versions.ts'
import type { Proposal } from '../../api/proposals.ts'
import type { PennantState } from '../../ui/pennants/pennant-state.ts'
import type { Change } from '../diff/changes/change.ts'
import type { DiffProps } from '../diff/diff-props.ts'
import type { Choose, Clash } from '../draft/merge.ts'
import type { KeptDraft } from '../draft/storage/drafts-of.ts'

export type Numbered = { version: number }

/** A flag or a segment in one environment, as the shared code sees it: its drafts, versions, differences and words. */
export type VersionedKind<Config extends Numbered, Draft> = {
  noun: 'flag' | 'segment'
  projectId: string
  environment: Environment
  isArchived: boolean
  /** The repository that manages it, if any. */
  managedBy: string | undefined
  /** Admins may save it without a proposal, if the environment allows it. */
  hasEmergencies: boolean
  /** Restoring a version first shows it beside the latest, and asks for a reason. */
  asksToRestore: boolean
  drafts: KeptDraft<Config, Draft> & {
    /** The version that the draft started from, 0 for none. */
    baseOf(draft: Draft): number
    /** Applies my changes to the live config. `from` is the common base, for the words of clashes. */
    merge(draft: Draft, live: Config, choose?: Choose): { draft: Draft; clashes: readonly Clash[]; from: FlagConfig }
  }
  versions: {
    useSaving(): Saving<Config>
    /** One version, loaded if needed; undefined until then. */
    useVersion(version: number, isNeeded: boolean): HistoricVersion<Config> | undefined
    /** The versions, newest first. */
    useVersions(): Listed<Config>
    /** The pending proposal for it: there is at most one. */
    findPending(proposals: readonly Proposal[]): Proposal | undefined
    /** The proposals from which versions came. */
    useApproved(): { items?: readonly Pick<Proposal, 'id' | 'reviewedBy'>[] | undefined }
  }
  diff: {
    changes(before: Config | null, after: Config): readonly Change[]
    Diff: ComponentType<DiffProps<Config>>
  }
  words: {
    /** The effect of a version that was just saved. */
    sayServed(config: Config): string
    /** The words for an environment without a version. */
    unserved: string
    /** The same at length, in place of the list of versions. */
    noVersion: string
    stateOf(config: Config): PennantState
    sayState(state: PennantState): string
    /** The first version in words, which has no changes to list. */
    sayFirst(config: Config): string
  }
}

/** A version with its config. Those of segments have no emergencies and no schedules. */
export type HistoricVersion<Config> = Omit<HistoricFlagVersion, 'config'> & { config: Config }

type Listed<Config> = {
  items: readonly HistoricVersion<Config>[] | undefined
  error: Error | null
  refetch(): unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): void
}

/** A proposal's reason, and the user's own proposal that it replaces. */
type Proposing = { comment?: string | undefined; replaces?: string | undefined }

type Saving<Config> = {
  /** Saves the config, which has the number of the new version. */
  save(config: Config, why: Why): Promise<object>
  /** Proposes the config, which has the number of the version that the user saw. */
  propose(config: Config, proposing: Proposing): Promise<{ id: string }>
  isPending: boolean
}

/** The edited flag or segment, as the bar below it sees it. */
export type EditedVersion<Config, Draft> = {
  draft: Draft | undefined
  live: Config | null
  /** The version that the draft started from or, without a draft, the live one. Null if there is none. */
  base: Config | null
  config: Config
  /** Why it cannot be saved, apart from the user's rights. */
  notSaving?: string | undefined
  findProblems(): readonly Problem[]
  /** Shows problems of empty fields, too. */
  showProblems(): void
  /** Shows the service's errors at their fields. */
  showRefusal(error: unknown): void
  forget(): void
}

/** The parts of a kind that do not depend on the type of its configs. */
export type AnyKind = Pick<VersionedKind<never, never>, 'noun' | 'projectId' | 'environment' | 'isArchived'> & {
  versions: Pick<VersionedKind<never, never>['versions'], 'findPending'>
}
