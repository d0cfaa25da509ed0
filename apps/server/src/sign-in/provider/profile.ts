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
 * The verified address of a person. Each source counts only for the address that it contains itself. An address that
 * any source calls unverified is excluded, whatever the others say. `trusted`: an address without any statement is
 * accepted.
 */
export const verifiedEmail = (sources: readonly Claims[], trusted: boolean): string | undefined => {
  const named = sources.flatMap((claims) => emailOf(claims) ?? [])
  const denied = named.filter(({ verified }) => verified === false)
  const left = named.filter(({ address }) => !denied.some((other) => sameEmail(other.address, address)))
  const chosen = left.find(({ verified }) => verified) ?? (trusted ? left[0] : undefined)
  return chosen?.address
}

/** Picks from a list of e-mails the verified one that the profile shows, else the verified primary one. */
export const pickEmail = (list: readonly Claims[], shown: string | undefined): string | undefined => {
  const verified = list.filter((one) => saysVerified(one.verified))
  const chosen = verified.find((one) => one.email === shown) ?? verified.find((one) => one.primary === true)
  return chosen && emailOf(chosen)?.address
}

export const nameOf = (claims: Claims): string =>
  text(claims.name) ?? text(claims.preferred_username) ?? text(claims.login) ?? text(claims.email) ?? 'Somebody'

/** A text that a database can store and people can read, cut to the maximum length of a name. */
const text = (value: unknown): string | undefined => {
  if (typeof value !== 'string') return undefined
  const kept = withoutHidden(value).trim().slice(0, limits.name).toWellFormed()
  return kept === '' ? undefined : kept
}

/** The identity of a person: the provider, and its complete and unique id for them. */
export const identityOf = (provider: string, subject: unknown): string => {
  const called = typeof subject === 'number' ? String(subject) : subject
  if (typeof called !== 'string' || !/^\P{Cc}{1,255}$/u.test(called)) {
    throw new Error('the provider does not say who it is')
  }
  return `${provider} ${called}`
}
