import type { Claims } from './profile.ts'

/** The most groups that are read: more would be a fault of the provider. */
const maxGroups = 1_000

/**
 * The groups in a claim (a list, or a single one) of the first source that has it. A claim's name may contain dots; if there
 * is no claim of that name, they are read as a path: `realm_access.roles`.
 */
export const groupsOf = (sources: readonly Claims[], claim: string | undefined): string[] => {
  if (claim === undefined) return []
  const found = sources.map((claims) => valueAt(claims, [claim]) ?? valueAt(claims, claim.split('.')))
  const [named] = found.filter((value) => value !== undefined && value !== null)
  const list: unknown[] = Array.isArray(named) ? named.slice(0, maxGroups) : [named]
  return list.filter((one) => typeof one === 'string')
}

const valueAt = (claims: Claims, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Claims)[name] : undefined),
    claims,
  )
