import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import type { FlagConfig } from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { type FlagRef, flagVersionQuery, useCreateFlagVersion, useFlagVersions } from '../../api/flag-versions.ts'
import { findConfig, useFlagProposals } from '../../api/proposals.ts'
import { useCreateProposal } from '../../api/propose.ts'
import { changesBetween } from '../../features/diff/changes/changes-between.ts'
import { DiffInWords } from '../../features/diff/diff-in-words.tsx'
import { flagDraft } from '../../features/draft/draft.ts'
import { mergeConfigs } from '../../features/draft/merge.ts'
import { isTrueWhenOff, startingConfig } from '../../features/draft/starting-config.ts'
import type { Draft } from '../../features/draft/storage/is-draft.ts'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'
import type { VersionedKind } from '../../features/versions/versioned-kind.ts'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'

const diff = {
  changes: (before: FlagConfig | null, after: FlagConfig) => changesBetween(before, after).changes,
  Diff: DiffInWords,
}

const words = {
  noVersion:
    'Until it has one, apps that ask for this flag here are told that there is none. Save what people should get under Rules, or copy it from another environment.',
  stateOf: pennantState,
  sayState,
  sayFirst: (config: FlagConfig) => sayState(pennantState(config)),
}

/** Describes a flag in one environment to the code that flags and segments share. */
export const flagKind = (
  { id, key: flagKey, type, projectId, archivedAt, managedBy }: LoadedFlag,
  environment: Environment,
): VersionedKind<FlagConfig, Draft> => {
  const flagRef: FlagRef = { projectId, flagKey, envId: environment.id }
  const name = isolate(environment.name)
  return {
    noun: 'flag',
    projectId,
    environment,
    isArchived: archivedAt !== null,
    managedBy,
    hasEmergencies: true,
    asksToRestore: managedBy !== undefined,
    drafts: {
      ...flagDraft(flagRef),
      baseOf: ({ base }) => base?.version ?? 0,
      merge: (draft, live, choose) => {
        const from = draft.base ?? startingConfig(type)
        const { config, clashes } = mergeConfigs({ base: from, mine: draft.config, theirs: live }, choose)
        return { draft: { base: live, config }, clashes, from }
      },
    },
    versions: {
      useSaving: () => {
        const version = useCreateFlagVersion(projectId)
        const proposal = useCreateProposal(projectId)
        return {
          save: (config, why) => version.mutateAsync({ ...flagRef, config, why }),
          propose: (config, proposing) => proposal.mutateAsync({ ...flagRef, config, ...proposing }),
          isPending: version.isPending || proposal.isPending,
        }
      },
      useVersion: (version, isNeeded) => useQuery({ ...flagVersionQuery(flagRef, version), enabled: isNeeded }).data,
      useVersions: () => useFlagVersions(flagRef),
      findPending: (proposals) => findConfig(proposals, id, environment.id),
      useApproved: () => useFlagProposals(flagRef, 'approved'),
    },
    diff,
    words: {
      ...words,
      // A flag that is off still gives its default, which matters most if that is `true`.
      sayServed: (config) =>
        config.enabled || !isTrueWhenOff(config)
          ? `${name} serves it now.`
          : `${name} serves it now. It is off, and everyone gets true, the default.`,
      unserved: `${name} does not know this flag`,
    },
  }
}
