import type { Environment, HistoricFlagVersion } from '@bunting/contract'
import type { FlagConfig, Problem } from '@bunting/engine'
import type { ComponentType } from 'react'
import type { Why } from '../../api/flag-versions.ts'
import type { Proposal } from '../../api/proposals.ts'
import type { PennantState } from '../../ui/pennants/pennant-state.ts'
import type { Change } from '../diff/changes/change.ts'
import type { DiffProps } from '../diff/diff-props.ts'
import type { KeptDraft } from '../draft/drafts-of.ts'
import type { Choose, Clash } from '../draft/merge.ts'

export type Numbered = { version: number }

/** What is versioned, a flag or a segment in one environment: how it is drafted, compared, told, saved and proposed. */
export type VersionedKind<Config extends Numbered, Draft> = {
  noun: 'flag' | 'segment'
  projectId: string
  environment: Environment
  isArchived: boolean
  /** Whether admins save it past the proposals, where the environment lets them. */
  hasEmergencies: boolean
  /** Whether a version is shown beside the latest, and why is asked, before it is restored. */
  asksToRestore: boolean
  drafts: KeptDraft<Config, Draft> & {
    /** The version that it began from, 0 for none. */
    baseOf(draft: Draft): number
    /** My changes on top of what is live. `from` is what both began with, for the words of what clashes. */
    merge(draft: Draft, live: Config, choose?: Choose): { draft: Draft; clashes: readonly Clash[]; from: FlagConfig }
  }
  versions: {
    useSaving(): Saving<Config>
    /** One version, where it is needed and as soon as it is there. */
    useVersion(version: number, isNeeded: boolean): HistoricVersion<Config> | undefined
    /** Newest first. */
    useVersions(): Listed<Config>
    /** The one proposal that may wait for it. */
    findPending(proposals: readonly Proposal[]): Proposal | undefined
    /** The proposals that versions came from. */
    useApproved(): { items?: readonly Pick<Proposal, 'id' | 'reviewedBy'>[] | undefined }
  }
  diff: {
    changes(before: Config | null, after: Config): readonly Change[]
    Diff: ComponentType<DiffProps<Config>>
  }
  words: {
    /** What a version that was just saved does now. */
    sayServed(config: Config): string
    /** What an environment without a version serves, in words. */
    unserved: string
    /** The same at length, where the versions would be. */
    noVersion: string
    stateOf(config: Config): PennantState
    sayState(state: PennantState): string
    /** What the first version is, which changed nothing. */
    sayFirst(config: Config): string
  }
}

/** As flags have them; those of segments have no emergencies and no schedules. */
export type HistoricVersion<Config> = Omit<HistoricFlagVersion, 'config'> & { config: Config }

type Listed<Config> = {
  items: readonly HistoricVersion<Config>[] | undefined
  error: Error | null
  refetch(): unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): void
}

/** Of a proposal: why, and the proposal of one's own that gives way to it. */
type Proposing = { comment?: string | undefined; replaces?: string | undefined }

type Saving<Config> = {
  /** With the number that it gets. */
  save(config: Config, why: Why): Promise<object>
  /** With the number of the version that was seen. */
  propose(config: Config, proposing: Proposing): Promise<{ id: string }>
  isPending: boolean
}

/** What is being edited, as the bar below it sees it. */
export type EditedVersion<Config, Draft> = {
  draft: Draft | undefined
  live: Config | null
  /** The version that the draft began from or, without a draft, what is live. Null where there is none. */
  base: Config | null
  config: Config
  /** Why it cannot be saved, apart from the user's rights. */
  notSaving?: string | undefined
  findProblems(): readonly Problem[]
  /** Shows also what is not filled in. */
  showProblems(): void
  /** Shows what the service found, at the fields. */
  showRefusal(error: unknown): void
  forget(): void
}

/** What of a kind every part may ask for, whatever its configs are. */
export type AnyKind = Pick<VersionedKind<never, never>, 'noun' | 'projectId' | 'environment' | 'isArchived'> & {
  versions: Pick<VersionedKind<never, never>['versions'], 'findPending'>
}
