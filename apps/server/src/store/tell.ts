import { type RawBuilder, sql } from 'kysely'
import type { Access } from './access.ts'
import { noticeOf, type Signal } from './signals.ts'

/** Of PostgreSQL's notices: those of this service. */
export const noticeChannel = 'bunting'

type Statement = {
  execute(): Promise<unknown>
  returning(selection: ReturnType<RawBuilder<unknown>['as']>): Statement
}

/**
 * Carries out a statement that somebody waits to hear of. Other processes hear by what it returns: the notice is of the
 * same transaction, and costs no further statement.
 */
export const executeAndTell = async (
  { dialect, sender, tell }: Pick<Access, 'dialect' | 'sender' | 'tell'>,
  statement: unknown,
  signal: Signal,
): Promise<void> => {
  const plain = statement as Statement
  const notice = sql`pg_notify(${noticeChannel}, ${noticeOf(sender, signal)})`
  await (dialect === 'postgres' ? plain.returning(notice.as('told')) : plain).execute()
  tell(signal)
}
