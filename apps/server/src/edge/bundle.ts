import type { EnvironmentId } from '@bunting/contract'
import type { Store } from '../store/store.ts'
import type { EdgeBundle } from './edge.ts'

/** An environment's bundle as the store has it now, put together from the configs' texts without reading them. */
export const readBundle = async (store: Store, environmentId: EnvironmentId): Promise<EdgeBundle | undefined> => {
  const snapshot = await store.publications.readEnvironment(environmentId)
  if (!snapshot) return undefined
  const { revision } = snapshot
  const flags = snapshot.flags.map(
    ({ key, id, type, clientSafe, config }) =>
      [key, `{"id":${JSON.stringify(id)},"type":"${type}","clientSafe":${clientSafe},"config":${config}}`] as const,
  )
  const segments = snapshot.segments.map(
    ({ key, unit, config }) => [key, `{"unit":${JSON.stringify(unit)},"config":${config}}`] as const,
  )
  return { environmentId, revision, format: 2, flags, segments }
}
