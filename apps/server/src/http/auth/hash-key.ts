import { createHash } from 'node:crypto'

/** The hash of a secret, which is stored in its place. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')
