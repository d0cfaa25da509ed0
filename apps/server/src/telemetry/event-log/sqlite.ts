import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Assets } from '../../base/assets.ts'
import { serialQueue } from '../../base/serial-queue.ts'
import { StartupError } from '../../base/startup-error.ts'
import { type EventGroup, type EventLog, Interrupted, type Seen } from '../../store/tables/event-log.ts'
import { groupCommit } from './group-commit.ts'
import { keepBatchesMs } from './keep-batches.ts'
import { type PackedBatch, packBatch } from './pack.ts'
import type { OnProgress } from './progress.ts'
import { restMs } from './rest.ts'
import type { Reading } from './sqlite-reader.ts'
import { openThread, type Thread } from './thread.ts'
import { openSqliteUnitLog } from './units/sqlite.ts'

type Options = { nowMs: () => number; onProgress: OnProgress; startThread: Assets['startThread'] }

/**
 * The event log beside the embedded database: a file that threads write and read, so that the main thread never waits
 * for it.
 */
export const openSqliteEventLog = async (
  dataDir: string,
  { nowMs, onProgress, startThread }: Options,
): Promise<EventLog> => {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'events.db')
  const writer = openThread((options) => startThread('sqlite-writer', options), { path })
  await writer.call('opened', undefined).catch(({ message }: Error) => {
    throw new StartupError(
      `The file of events ${path} cannot be used (${message}): make it writable, or set another BUNTING_DATA_DIR. Without it, Bunting starts a new one; what is in no day’s figures yet is lost.`,
    )
  })
  const commit = (batches: PackedBatch[]): Promise<(string | undefined)[]> => {
    const at = nowMs()
    const input = { batches, nowMs: at, sinceMs: at - keepBatchesMs }
    return writer.call(
      'append',
      input,
      batches.map(({ rows }) => rows.buffer as ArrayBuffer),
    )
  }
  const { append, idle } = groupCommit(packBatch, commit, ({ events }) => events.length)
  const units = openSqliteUnitLog({ path, writer, startThread, nowMs })
  const readers = new Set<Thread>()
  let interrupted = false
  // A queue in this process is enough: no other process reads the file.
  const readings = serialQueue()

  return {
    append,
    units,
    readDay: (day, environmentId, use) =>
      readings.add(async () => {
        if (interrupted) throw new Interrupted()
        const reading: Reading = { path, day, environmentId }
        const reader = openThread((options) => startThread('sqlite-reader', options), reading)
        readers.add(reader)
        try {
          const seen = await reader.call<Seen>('seen', undefined)
          return { result: await use(groupsIn(reader, (done) => onProgress({ day, ...done }))), seen }
        } catch (error) {
          throw interrupted ? new Interrupted() : error
        } finally {
          readers.delete(reader)
          await reader.close()
        }
      }),
    settle: (day, seen) => writer.call('settle', { day, seen }),
    unsettledDays: (before) => writer.call('unsettled', before),
    dropBefore: (day, batchesBeforeMs) => writer.call('dropBefore', { day, batchesBeforeMs }),
    alone: async (_, work) => {
      await work()
      return true
    },
    interrupt: () => {
      interrupted = true
      for (const reader of readers) reader.terminate()
    },
    close: async () => {
      await idle()
      await readings.idle()
      await units.close()
      await writer.close()
    },
  }
}

async function* groupsIn(reader: Thread, onSummed: (done: { summed: number; rows: number }) => void) {
  for (;;) {
    const done = await reader.call<{ summed: number; rows: number }>('sumChunk', undefined)
    onSummed(done)
    if (done.summed >= done.rows) break
    await setTimeout(restMs)
  }
  for (;;) {
    const groups = await reader.call<EventGroup[]>('nextGroups', undefined)
    if (groups.length === 0) return
    yield groups
  }
}
