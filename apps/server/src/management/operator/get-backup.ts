import { endpoints, fail } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'

export const getBackup = handle(endpoints.getBackup, async ({ store, log, caller }) => {
  if (!store.copy) {
    return fail(
      'CONFLICT',
      'This Bunting keeps its data in PostgreSQL, which has its own ways: pg_dump --format=custom --file=bunting.dump "$DATABASE_URL".',
    )
  }
  const copy = await store.copy()
  log.info({ bytes: copy.size, address: caller.address }, 'a backup of the database is handed out')
  return copy
})
