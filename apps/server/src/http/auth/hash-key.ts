import { createHash } from 'node:crypto'

/** What is stored of a secret. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')
