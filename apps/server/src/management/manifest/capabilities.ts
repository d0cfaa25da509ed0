import type { Scope } from '@bunting/contract'
import { mayByScopes } from '../../rules/access/permissions.ts'

/** Says what the caller may do with the manifest, in the words of OpenFeature's document. */
export const addCapabilities = ({
  actor,
  addHeader,
}: {
  actor: { scopes: readonly Scope[] }
  addHeader: (name: string, value: string) => void
}): void => {
  const may = (scope: 'read' | 'edit') => mayByScopes(actor.scopes, scope)
  const capabilities = [...(may('read') ? ['read'] : []), ...(may('edit') ? ['write', 'delete'] : [])]
  addHeader('X-Manifest-Capabilities', capabilities.join(','))
}
