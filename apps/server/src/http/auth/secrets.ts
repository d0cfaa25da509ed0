import { createHash, timingSafeEqual } from 'node:crypto'

/** A set of valid secrets. */
export type Secrets = { has(text: string): boolean }

/** Compares hashes, and all of them each time, so that the time does not tell how close a guess was. */
export const openSecrets = (texts: readonly string[]): Secrets => {
  const known = texts.map(digest)
  return {
    has: (text) => {
      const given = digest(text)
      return known.reduce((found, one) => timingSafeEqual(one, given) || found, false)
    },
  }
}

/** A set of one secret; undefined if there is none. */
export const openSecret = (text: string | undefined): Secrets | undefined =>
  text === undefined ? undefined : openSecrets([text])

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
