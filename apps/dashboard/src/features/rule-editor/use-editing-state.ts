import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { compileFit } from '@bunting/json-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react'
import { readAgain } from '../../api/core/read-again.ts'
import type { FlagRef } from '../../api/flag-versions.ts'
import { flagQuery, type useFlag } from '../../api/flags.ts'
import { useBecause, useSession } from '../../api/session.ts'
import { attributesOf } from '../draft/attributes-of.ts'
import { editDraft, flagDraft } from '../draft/draft.ts'
import { variantsOf } from '../draft/parts.ts'
import { draftProblems, type Fit } from '../draft/problems.ts'
import { startingConfig } from '../draft/starting-config.ts'
import type { Edited, Editing } from './editing.ts'
import { useShownProblems } from './use-shown-problems.ts'

export type LoadedFlag = NonNullable<ReturnType<typeof useFlag>['data']>

const lockedReason =
  'Rollouts, splits, segments, prerequisites, patterns and countries by address need the Pro or Enterprise plan.'
const archivedReason = 'The flag is archived. Bring it back to change it.'

/** Changes the draft, or starts one from the live config. */
export const useEdit = ({ type }: LoadedFlag, flagRef: FlagRef): Editing['edit'] => {
  const client = useQueryClient()
  return useCallback(
    (change) => {
      // Read at the time of the edit: an undo may run long after it was created, and starts from what is live then.
      const now = client.getQueryData(flagQuery(flagRef.projectId, flagRef.flagKey).queryKey)
      editDraft(flagRef, now?.versions[flagRef.envId]?.config ?? null, type, change)
    },
    [client, flagRef, type],
  )
}

/** The schema's check; undefined if this dashboard cannot read the schema, which a newer server may accept. */
const fitOf = (schema: LoadedFlag['schema']): Fit | undefined => {
  if (schema === undefined) return undefined
  try {
    return compileFit(schema)
  } catch {
    return undefined
  }
}

type EditingProps = { flag: LoadedFlag; flagRef: FlagRef; environment: Environment; edit: Editing['edit'] }

/** The state of the editor: the draft, or the live config if nothing was changed. */
export const useEditingState = ({ flag, flagRef, environment, edit }: EditingProps) => {
  const { plan } = useSession()
  const mayNot = useBecause('editor')
  const kept = flagDraft(flagRef).useDraft()
  // A user who may no longer edit sees the live config, not their old draft.
  const draft = mayNot === undefined ? kept : undefined
  const live: FlagConfig | null = flag.versions[environment.id]?.config ?? null
  const { type } = flag
  const config = useMemo(() => draft?.config ?? live ?? startingConfig(type), [draft, live, type])
  const base = draft ? draft.base : live
  useReadAgain(flagRef, (base?.version ?? 0) > (live?.version ?? 0))
  const fit = useMemo(() => fitOf(flag.schema), [flag.schema])
  // Typed text shows at once; its problems follow, in a deferred render.
  const checked = useDeferredValue(config)
  const found = useMemo(() => draftProblems(checked, type, fit), [checked, type, fit])
  const { problems, ...shown } = useShownProblems(config, found)
  const edited: Edited = { config, base, problems }

  const { projectId } = flagRef
  const variants = variantsOf(config)
  const because = mayNot ?? (flag.archivedAt === null ? undefined : archivedReason)
  const locked = plan === 'free' ? lockedReason : undefined
  const editing = useMemo<Editing>(
    () => ({ projectId, type, environment, variants, gives: true, edit, because, locked }),
    [projectId, type, environment, variants, edit, because, locked],
  )
  return {
    draft,
    live,
    editing,
    edited,
    attributes: useMemo(() => attributesOf('userId', checked.rules), [checked]),
    /** Checks the current config, including edits that are not rendered yet: called when it is to be saved. */
    findProblems: () => draftProblems(config, type, fit),
    ...shown,
  }
}

/** Reads the flag again if the draft starts from a later version than the page knows, which another tab saved. */
const useReadAgain = ({ projectId, flagKey }: FlagRef, isLate: boolean): void => {
  useEffect(() => {
    if (isLate) void readAgain({ queryKey: flagQuery(projectId, flagKey).queryKey })
  }, [projectId, flagKey, isLate])
}
