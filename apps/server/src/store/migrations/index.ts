import type { Kysely } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'
import { foundation } from './0001-foundation.ts'

/** Every migration, in order. A landed one never changes: what it did wrong, the next one mends. */
export const migrations: Record<string, (db: Kysely<unknown>, dialect: Dialect) => Promise<void>> = {
  '0001-foundation': foundation,
}
