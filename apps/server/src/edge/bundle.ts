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
      `${JSON.stringify(key)}:{"id":${JSON.stringify(id)},"type":"${type}","clientSafe":${clientSafe},"config":${config}}`,
  )
  const segments = snapshot.segments.map(
    ({ key, unit, config }) => `${JSON.stringify(key)}:{"unit":${JSON.stringify(unit)},"config":${config}}`,
  )
  const head = `"format":2,"environmentId":${JSON.stringify(environmentId)},"revision":${revision}`
  const text = `{${head},"flags":{${flags.join(',')}},"segments":{${segments.join(',')}}}`
  return { environmentId, revision, text }
}
