import type { EnvironmentId } from '@bunting/contract'
import type { EnvironmentSnapshot } from '../store/publications.ts'
import type { EdgeBundle } from './edge.ts'

/** The bundle's text, put together from the configs' texts without reading them. */
export const bundleOf = (environmentId: EnvironmentId, snapshot: EnvironmentSnapshot): EdgeBundle => {
  const flags = snapshot.flags.map(
    ({ key, id, type, clientSafe, config }) =>
      `${JSON.stringify(key)}:{"id":${JSON.stringify(id)},"type":"${type}","clientSafe":${clientSafe},"config":${config}}`,
  )
  const text = `{"environmentId":${JSON.stringify(environmentId)},"revision":${snapshot.revision},"flags":{${flags.join(',')}}}`
  return { environmentId, revision: snapshot.revision, text }
}
