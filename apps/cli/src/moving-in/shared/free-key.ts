import { limits } from '@bunting/contract'

/** Room for the number, and for what a converter puts behind an id. */
const roomForMore = 24

/** A key that is wanted, cut to what a key may be, with a number behind it where it is taken. */
export const freeKey = (wanted: string, isTaken: (key: string) => boolean, otherwise = 'rule'): string => {
  const base = wanted.slice(0, limits.configKey - roomForMore) || otherwise
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}-${number}`
    if (!isTaken(key)) return key
  }
}
