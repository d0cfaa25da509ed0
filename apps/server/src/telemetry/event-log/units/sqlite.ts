import type { Assets } from '../../../base/assets.ts'
import { serialQueue } from '../../../base/serial-queue.ts'
import type { UnitLog } from '../../../store/tables/unit-log.ts'
import { groupCommit } from '../group-commit.ts'
import { keepBatchesMs } from '../keep-batches.ts'
import { openThread, type Thread } from '../thread.ts'
import { itemsIn } from './items-in.ts'
import { type PackedUnits, packUnits } from './pack.ts'
import type { FoldedUnits } from './sqlite-fold.ts'

type Options = { path: string; writer: Thread; startThread: Assets['startThread']; nowMs: () => number }

/** Units in the event file beside the embedded database: written by the event log's thread, and read by another. */
export const openSqliteUnitLog = ({
  path,
  writer,
  startThread,
  nowMs,
}: Options): UnitLog & { close(): Promise<void> } => {
  const commit = (batches: PackedUnits[]): Promise<(string | undefined)[]> => {
    const at = nowMs()
    const buffers = batches.flatMap(({ units, events, exposed, exposures }) =>
      [units, events, exposed, exposures].map(({ buffer }) => buffer as ArrayBuffer),
    )
    return writer.call('appendUnits', { batches, nowMs: at, sinceMs: at - keepBatchesMs }, buffers)
  }
  const { append, idle } = groupCommit(packUnits, commit, itemsIn)
  // Started at first use: a process without experiments needs no such thread.
  let thread: Thread | undefined
  const reader = (): Thread => {
    thread ??= openThread((options) => startThread('sqlite-units', options), { path })
    return thread
  }
  // Reading all units takes seconds. Each time has a separate thread, so that results do not wait for it.
  const populations = serialQueue()
  const ofPopulation = <Value>(name: string, input: object): Promise<Value> =>
    populations.add(async () => {
      const own = openThread((options) => startThread('sqlite-units', options), { path })
      return own.call<Value>(name, input).finally(own.close)
    })

  return {
    append,
    fold: async (experimentId, metrics, at) => {
      for (;;) {
        const folded = await reader().call<FoldedUnits | undefined>('nextFold', { experimentId, metrics, nowMs: at })
        if (!folded) return 0
        const units = folded.units.length
        if (await writer.call<boolean>('settleFold', folded)) return units
      }
    },
    nextMaturesMs: (experimentId, metrics) => reader().call('nextMatures', { experimentId, metrics }),
    read: (experimentId) => reader().call('read', experimentId),
    readPopulation: (environmentId, metric, at) => ofPopulation('population', { environmentId, metric, nowMs: at }),
    splitPopulation: (environmentId, metric, splits, at) =>
      ofPopulation('split', { environmentId, metric, splits, nowMs: at }),
    listSeen: (environmentId, at, limit) => reader().call('seen', { environmentId, nowMs: at, limit }),
    countSeen: (environmentId, names, from) => reader().call('countSeen', { environmentId, names, from }),
    listAttributes: (environmentId) => reader().call('attributes', environmentId),
    forget: (_, units) => writer.call('forgetUnits', units),
    removeExposedAfter: (experimentId, afterMs) => writer.call('removeExposedAfter', { experimentId, afterMs }),
    removeUnits: async (experimentId) => {
      while (await writer.call<boolean>('removeSomeUnits', experimentId));
    },
    dropBefore: (day) => writer.call('dropUnitDays', day),
    close: async () => {
      await idle()
      await populations.idle()
      await thread?.close()
    },
  }
}
