import { inject } from 'vitest'
import { openPostgres } from '../store/connect/postgres.ts'
import { openStore } from '../store/store.ts'
import { createDatabase, type TestDatabase } from './services.ts'
import { unboundedPostgres } from './unbounded.ts'

let migrated: Promise<TestDatabase> | undefined

/** Migrated once for all the files that a process runs, which copy it: that an empty one is migrated, other tests show. */
export const migratedDatabase = (): Promise<TestDatabase> => {
  migrated ??= (async () => {
    const database = await createDatabase(inject('postgresUrl'))
    const ignore = () => undefined
    const store = await openStore(openPostgres(database.url, ignore, ignore, unboundedPostgres), 'postgres')
    await store.close()
    return database
  })()
  return migrated
}
