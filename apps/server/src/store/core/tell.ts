import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Access } from './access.ts'
import { noticeOf, type Signal } from './signals.ts'

/** The name of this service's PostgreSQL notification channel. */
export const noticeChannel = 'bunting'

type Statement = {
  compile(): CompiledQuery
  execute(): Promise<unknown>
  returning(selection: ReturnType<RawBuilder<unknown>['as']>): Statement
}

/** Adds the notice for other processes to a statement's RETURNING: part of the transaction, without a further query. */
export const withNotice = ({ dialect }: Pick<Access, 'dialect'>, statement: unknown, notice: string): Statement => {
  const plain = statement as Statement
  return dialect === 'postgres' ? plain.returning(sql`pg_notify(${noticeChannel}, ${notice})`.as('told')) : plain
}

/** Runs a statement and notifies the listeners of the signal, in all processes. */
export const executeAndTell = async (
  access: Pick<Access, 'dialect' | 'sender' | 'tell'>,
  statement: unknown,
  signal: Signal,
): Promise<void> => {
  await withNotice(access, statement, noticeOf(access.sender, signal)).execute()
  access.tell(signal)
}
