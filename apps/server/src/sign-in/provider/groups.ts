import type { Claims } from './profile.ts'

/** As many as anybody is in; a provider that goes mad names more. */
const maxGroups = 1_000

/**
 * The groups that a claim names, of the first source that has the claim: a list, or one alone. A claim may have dots in
 * its name; where there is none of that name, they lead into it: `realm_access.roles`.
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
