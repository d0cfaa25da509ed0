import { lineOf, type OrganizationId } from '@bunting/contract'
import { giveTurn } from '../../base/give-turn.ts'
import { serialQueue } from '../../base/serial-queue.ts'
import type { AuditChain, ChainPosition } from './chain.ts'
import { type AuditRow, auditHash, hashedTextOf } from './hash.ts'

/** Small enough that other requests are answered in between, large enough that few queries are needed. */
const batch = 200

/** Shared by all walks: together they take longer, but other requests are answered in between. */
const reads = serialQueue()

const readNext = (chain: AuditChain, orgId: OrganizationId, place: ChainPosition): Promise<AuditRow[]> =>
  reads.add(async () => {
    await giveTurn()
    return chain.after(orgId, place, batch)
  })

const start: ChainPosition = { seq: Number.MIN_SAFE_INTEGER, id: '' }

type Link = Pick<AuditRow, 'seq' | 'hash' | 'created_us'>
type Verdict = { ok: boolean; entries: number; firstBroken?: string }

/** Verifies the whole chain of an organization. */
export const verifyChain = async (chain: AuditChain, orgId: OrganizationId): Promise<Verdict> => {
  let place = start
  let before: Link | undefined
  let entries = 0
  let ok = true
  let firstBroken: string | undefined
  let head = await chain.head(orgId)
  for (;;) {
    const rows = await readNext(chain, orgId, place)
    if (rows.length === 0) {
      // The head was read before this empty batch, so entries that others append meanwhile are in neither.
      ok &&= head?.seq === (before?.seq ?? 0) && head.hash === (before?.hash ?? null)
      if (!ok) firstBroken ??= head?.entry_id ?? undefined
      return { ok, entries, ...(firstBroken === undefined ? {} : { firstBroken }) }
    }
    // The head is read after the rows: even if others append, it is never behind a row that was read.
    head = await chain.head(orgId)
    for (const row of rows) {
      ok &&= follows(row, before) && row.seq <= (head?.seq ?? 0)
      if (!ok) firstBroken ??= row.id
      before = row
      place = row
    }
    entries += rows.length
  }
}

const follows = (row: AuditRow, before: Link | undefined): boolean =>
  row.seq === (before?.seq ?? 0) + 1 &&
  row.created_us >= (before?.created_us ?? 0) &&
  row.hash === auditHash(row, before?.hash ?? null)

/** The lines of an organization's export, oldest first. Rows are read from the database as the consumer takes lines. */
export async function* exportChain(
  chain: AuditChain,
  orgId: OrganizationId,
  { from, to = Number.POSITIVE_INFINITY }: { from?: number | undefined; to?: number | undefined },
): AsyncGenerator<string> {
  const before = from === undefined ? undefined : await chain.lastBefore(orgId, from)
  let place: ChainPosition = before ?? start
  let previousHash = before?.hash ?? null
  for (;;) {
    const rows = await readNext(chain, orgId, place)
    for (const row of rows) {
      if (row.created_us >= to) return
      yield lineOf(hashedTextOf(row, previousHash), row.hash)
      previousHash = row.hash
      place = row
    }
    if (rows.length < batch) return
  }
}
