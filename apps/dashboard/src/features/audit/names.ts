import type { AuditLogEntry, Environment } from '@bunting/contract'
import { environmentIdOf } from '@bunting/contract/sentences'
import { useMemo } from 'react'
import { type Actor, useActors } from '../../api/actors.ts'
import { type KeyInList, useApiKeys } from '../../api/api-keys.ts'
import { useEnvironments } from '../../api/environments.ts'
import { useFlags } from '../../api/flags.ts'
import { useSegments } from '../../api/segments.ts'

/** The names for the ids in entries; undefined while they load, or if the thing is gone. */
export type Names = {
  projectId: string
  actor(id: string): Actor
  flagKey(flagId: string): string | undefined
  segmentKey(segmentId: string): string | undefined
  apiKey(keyId: string): KeyInList | undefined
  /** The environment of an entry. The entry of a key does not name it itself. */
  environment(entry: AuditLogEntry): Environment | undefined
}

const byId = <Item extends { id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.id, item]))

export const useEntryNames = (projectId: string, entries: readonly AuditLogEntry[]): Names => {
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const { items: segments = [] } = useSegments(
    projectId,
    entries.some(({ resourceType }) => resourceType === 'segment'),
  )
  const lists = useApiKeys(
    projectId,
    environments.map(({ id }) => id),
  )
  const actor = useActors(useMemo(() => entries.map(({ actorId }) => actorId), [entries]))
  const [flagsById, environmentsById] = useMemo(() => [byId(flags), byId(environments)], [flags, environments])
  const keysById = byId(lists.flatMap(({ data = [] }) => data))
  return {
    projectId,
    actor,
    flagKey: (flagId) => flagsById.get(flagId)?.key,
    segmentKey: (segmentId) => segments.find(({ id }) => id === segmentId)?.key,
    apiKey: (keyId) => keysById.get(keyId),
    environment: (entry) => {
      const id = environmentIdOf(entry) ?? keysById.get(entry.resourceId)?.environmentId
      return id === undefined ? undefined : environmentsById.get(id)
    },
  }
}
