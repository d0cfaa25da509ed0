import { idPrefixes } from '@bunting/contract'
import { isId, isObject, parseJson } from '../../base/json.ts'
import type { EdgeKey } from '../edge.ts'

const types: readonly unknown[] = ['server', 'client'] satisfies EdgeKey['type'][]

/** Parses a key: null for a revoked one, undefined if it is not in our format. */
export const keyIn = (text: string): EdgeKey | null | undefined => {
  const key = parseJson(text)
  if (key === null) return null
  if (!isObject(key)) return undefined
  const { id, orgId, environmentId, type, scopes, expiresMs } = key
  const isKey =
    isId(id, idPrefixes.apiKey) &&
    isId(orgId, idPrefixes.organization) &&
    isId(environmentId, idPrefixes.environment) &&
    types.includes(type) &&
    (expiresMs === undefined || Number.isSafeInteger(expiresMs)) &&
    // Scopes that this release does not know allow nothing in it.
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === 'string')
  return isKey ? (key as EdgeKey) : undefined
}
