import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Access } from './access.ts'
import { noticeOf, type Signal } from './signals.ts'

/** Of PostgreSQL's notices: those of this service. */
export const noticeChannel = 'bunting'

type Statement = {
  compile(): CompiledQuery
  execute(): Promise<unknown>
  returning(selection: ReturnType<RawBuilder<unknown>['as']>): Statement
}

/** Other processes hear by what a statement returns: the notice is of the same transaction, and costs no further one. */
export const withNotice = ({ dialect }: Pick<Access, 'dialect'>, statement: unknown, notice: string): Statement => {
  const plain = statement as Statement
  return dialect === 'postgres' ? plain.returning(sql`pg_notify(${noticeChannel}, ${notice})`.as('told')) : plain
}

/** Carries out a statement that somebody waits to hear of. */
export const executeAndTell = async (
  access: Pick<Access, 'dialect' | 'sender' | 'tell'>,
  statement: unknown,
  signal: Signal,
): Promise<void> => {
  await withNotice(access, statement, noticeOf(access.sender, signal)).execute()
  access.tell(signal)
}
