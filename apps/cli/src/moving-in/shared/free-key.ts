import { limits } from '@bunting/contract'

/** The characters that are kept free for the number, and for the suffix that a converter adds to an id. */
const roomForMore = 24

/** A key that is still free: the wanted one, shortened to the allowed length, with a number if it is taken. */
export const freeKey = (wanted: string, isTaken: (key: string) => boolean, otherwise = 'rule'): string => {
  const base = wanted.slice(0, limits.configKey - roomForMore) || otherwise
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}-${number}`
    if (!isTaken(key)) return key
  }
}
