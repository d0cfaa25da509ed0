import { giveTurn } from '../../base/give-turn.ts'
import type { PartKind } from '../../store/core/schema.ts'
import type { Store, Tables } from '../../store/store.ts'
import type { ListPart } from '../../store/tables/list-parts.ts'

/** Another change of the list came first, or the parts that were staged took too long and are gone. */
export class Overtaken extends Error {}

/** The parts that a version or a proposal will have. */
export type Parts = {
  ownerId: string
  bytes: number
  read(): AsyncIterable<{ kind: PartKind; part: ListPart }>
}

/** The bytes that one transaction writes. On the embedded database everybody waits for a commit, so it has to be short. */
const atOnceBytes = 1024 * 1024
/** Parts whose owner does not exist after this time are deleted: their writer died. Each transaction starts it anew. */
const stagedUs = 60_000_000

const dueOf = (ownerId: string) => ({ kind: 'listParts', subject: ownerId }) as const

/**
 * Writes parts before their owner is there, a few at a time, so that the transaction that makes the owner is short. A writer
 * that dies leaves them to the job that deletes parts.
 */
export const stageParts = async (store: Pick<Store, 'transaction'>, parts: Parts): Promise<void> => {
  // Few parts are written in the owner's own transaction.
  if (!isStaged(parts)) return
  const due = dueOf(parts.ownerId)
  let isFirst = true
  let batch: { kind: PartKind; part: ListPart }[] = []
  let bytes = 0
  const write = async (): Promise<void> => {
    await store.transaction(async (tx) => {
      const nowUs = await tx.clock.nowUs()
      if (!isFirst && !(await tx.due.take(due, nowUs))) throw new Overtaken()
      await tx.due.set(due, nowUs + stagedUs)
      for (const { kind, part } of batch) await tx.listParts.insert({ ownerId: parts.ownerId, kind }, part)
    })
    isFirst = false
    batch = []
    bytes = 0
    await giveTurn()
  }
  for await (const one of parts.read()) {
    batch.push(one)
    bytes += sizeOf(one.part)
    if (bytes >= atOnceBytes) await write()
  }
  if (batch.length > 0) await write()
}

/** Makes the parts those of their owner, in the owner's transaction. */
export const adoptParts = async (tx: Tables, parts: Parts): Promise<void> => {
  if (isStaged(parts)) {
    if (!(await tx.due.take(dueOf(parts.ownerId), await tx.clock.nowUs()))) throw new Overtaken()
    return
  }
  for await (const { kind, part } of parts.read()) await tx.listParts.insert({ ownerId: parts.ownerId, kind }, part)
}

/** Has parts deleted whose owner will not exist. If that fails too, they are deleted when their time is over. */
export const discardParts = async (store: Pick<Store, 'due'>, parts: Parts): Promise<void> => {
  if (isStaged(parts)) await releaseParts(store, parts.ownerId).catch(() => undefined)
}

/** Has the job check the parts now, and delete those that nobody needs. */
export const releaseParts = (tx: Pick<Tables, 'due'>, ownerId: string): Promise<void> => tx.due.set(dueOf(ownerId), 0)

const isStaged = ({ bytes }: Parts): boolean => bytes > atOnceBytes

const sizeOf = ({ hashes, ids }: ListPart): number => hashes.length + (ids?.length ?? 0)
