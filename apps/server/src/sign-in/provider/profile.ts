import { limits, withoutHidden } from '@bunting/contract'
import { sameEmail } from '../../rules/access/admission.ts'

/** A provider's claims about a person, in whichever spelling. */
export type Claims = Record<string, unknown>

/**
 * Reads a claim of verification: true, false, or undefined if it is absent. Some providers send it as a text. Anything else
 * that is present counts as false, such as `null` and `0`.
 */
export const saysVerified = (claim: unknown): boolean | undefined =>
  claim === undefined ? undefined : claim === true || claim === 'true'

type Email = { address: string; verified: boolean | undefined }

/** The e-mail unchanged, or undefined: a shortened address could belong to another domain. */
export const emailOf = ({ email, email_verified: verified }: Claims): Email | undefined =>
  typeof email === 'string' &&
  email.length <= 254 &&
  /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) &&
  email.isWellFormed()
    ? { address: email, verified: saysVerified(verified) }
    : undefined

/**
 * The address to let somebody in by. Each source speaks for the address that it has itself, and for no other's. What one
 * calls unverified is out, whatever the others say of it. `trusted`: an address that nothing is said of will do.
 */
export const verifiedEmail = (sources: readonly Claims[], trusted: boolean): string | undefined => {
  const named = sources.flatMap((claims) => emailOf(claims) ?? [])
  const denied = named.filter(({ verified }) => verified === false)
  const left = named.filter(({ address }) => !denied.some((other) => sameEmail(other.address, address)))
  const chosen = left.find(({ verified }) => verified) ?? (trusted ? left[0] : undefined)
  return chosen?.address
}

/** Of a list of e-mails the one that the profile shows, else the primary one, and only a verified one. */
export const pickEmail = (list: readonly Claims[], shown: string | undefined): string | undefined => {
  const verified = list.filter((one) => saysVerified(one.verified))
  const chosen = verified.find((one) => one.email === shown) ?? verified.find((one) => one.primary === true)
  return chosen && emailOf(chosen)?.address
}

export const nameOf = (claims: Claims): string =>
  text(claims.name) ?? text(claims.preferred_username) ?? text(claims.login) ?? text(claims.email) ?? 'Somebody'

/** As a database can keep it and people can read it, and no longer than a name. */
const text = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const kept = withoutHidden(value).trim().slice(0, limits.name).toWellFormed()
  return kept === '' ? undefined : kept
}

/** Who somebody is at a provider: what it calls them, whole, and calls nobody else. */
export const identityOf = (provider: string, subject: unknown): string => {
  const called = typeof subject === 'number' ? String(subject) : subject
  if (typeof called !== 'string' || !/^\P{Cc}{1,255}$/u.test(called)) {
    throw new Error('the provider does not say who it is')
  }
  return `${provider} ${called}`
}
