import { ApiError, type Environment, type ErrorDetail } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FlagPlace } from '../../data/flag-versions.ts'
import { flagQuery, type useFlag } from '../../data/flags.ts'
import { useBecause, useSession } from '../../data/session.ts'
import { editDraft, startingConfig, useDraft } from '../../draft/draft.ts'
import { draftProblems } from '../../draft/problems.ts'
import type { Editing } from './editor/editing.ts'

export type LoadedFlag = NonNullable<ReturnType<typeof useFlag>['data']>

const lockedReason = 'Rollouts, splits, patterns and countries by address need the Pro or Enterprise plan.'
const archivedReason = 'The flag is archived. Bring it back to change it.'

const attributesOf = ({ rules }: FlagConfig): string[] => {
  const named = rules.flatMap(({ conditions, bucketBy }) => [
    ...conditions.map(({ attribute }) => attribute),
    bucketBy ?? '',
  ])
  return [...new Set(['userId', ...named])].filter((name) => name !== '')
}

/** What the editor works on: the draft, or what is live as long as nobody changed anything. */
export const useEditingState = (flag: LoadedFlag, place: FlagPlace, environment: Environment) => {
  const client = useQueryClient()
  const { plan } = useSession()
  const mayNot = useBecause('editor')
  const kept = useDraft(place)
  // Who is no editor any more sees what is there, not what they once wanted.
  const draft = mayNot === undefined ? kept : undefined
  const live: FlagConfig | null = flag.versions[environment.id]?.config ?? null
  const [wasTried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ config: FlagConfig; details: readonly ErrorDetail[] }>()

  const config = draft?.config ?? live ?? startingConfig(flag.type)
  const base = draft ? draft.base : live
  const problems = useMemo(() => draftProblems(config, flag.type), [config, flag.type])
  // What the server found holds as long as the draft is what it was sent.
  const told = refused?.config === config ? refused.details : []

  const editing: Omit<Editing, 'answeredBy'> = {
    type: flag.type,
    environment,
    config,
    base,
    // Undo comes later than what it was made for: it begins with what is live then.
    edit: (change) => {
      const now = client.getQueryData(flagQuery(place.projectId, place.flagKey).queryKey)
      editDraft(place, now?.versions[environment.id]?.config ?? null, flag.type, change)
    },
    because: mayNot ?? (flag.archivedAt === null ? undefined : archivedReason),
    locked: plan === 'free' ? lockedReason : undefined,
    problemAt: (path, isFilled) =>
      told.find((one) => one.path === path)?.message ??
      (isFilled || wasTried ? problems.find((one) => one.path === path)?.message : undefined),
    attributes: useMemo(() => attributesOf(config), [config]),
  }
  return {
    draft,
    live,
    editing,
    problems,
    /** Shows also what is not filled in. */
    showProblems: () => setTried(true),
    forget: () => {
      setTried(false)
      setRefused(undefined)
    },
    showRefusal: (error: unknown) => {
      setTried(true)
      if (error instanceof ApiError && error.details) setRefused({ config, details: error.details })
    },
  }
}
