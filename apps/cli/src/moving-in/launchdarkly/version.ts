import { findOperator } from '@bunting/engine'

const numbers = /^\d+(\.\d+)?(\.\d+)?/

/** Parses a version as LaunchDarkly's SDKs do: missing numbers are 0. Undefined if it is no version. */
export const paddedVersion = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || value.startsWith('v')) return undefined
  const text = value.trim()
  const [given = '', second, third] = numbers.exec(text) ?? []
  const padded = `${given}${second === undefined ? '.0' : ''}${third === undefined ? '.0' : ''}`
  const version = isVersion(text) ? text : `${padded}${text.slice(given.length)}`
  return isVersion(version) ? version : undefined
}

const isVersion = (text: string): boolean => findOperator('semver_eq')?.problem(text) === undefined
