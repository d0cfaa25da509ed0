import type { Scope } from '@bunting/contract'
import { mayByScopes } from '../../rules/access/permissions.ts'

/** Adds a header with the caller's capabilities, by the names of OpenFeature's specification. */
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
