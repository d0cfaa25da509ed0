import type { ApiKeyId } from '@bunting/contract'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import type { Edge, EdgeKey } from '../../edge/edge.ts'
import { minuteOf } from '../../rules/usage/key-uses.ts'
import { openFlushWindow } from './flush-window.ts'

export type KeyUses = {
  /** Notes that a key is used now. */
  note(key: EdgeKey): void
  /** Sends the uses noted so far to the edge. */
  flush(): Promise<boolean>
  close(): Promise<void>
}

const timeoutMs = 5_000
const keysInBatch = 500
const maxWaiting = 100_000

/**
 * Notes which keys were used in which minute. A use costs a comparison if the caller before had the same key, and a
 * lookup otherwise; a key is sent at most once a minute. If the edge does not take them, the latest minute of each key
 * is kept.
 */
export const openKeyUses = ({ edge, log }: { edge: Edge; log: Logger }): KeyUses => {
  const waiting = new Map<ApiKeyId, number>()
  const noted = new Set<ApiKeyId>()
  let minuteMs = minuteOf(Date.now())
  let latest: EdgeKey | undefined
  const outage = outageOf(log, {
    failing: 'the last uses of keys are not taken now; they are kept and tried again',
    again: 'the last uses of keys are taken again',
  })

  const startMinute = (lastMs: number): void => {
    const now = minuteOf(lastMs + 1)
    if (now === minuteMs) return
    minuteMs = now
    latest = undefined
    noted.clear()
  }

  const send = async (): Promise<void> => {
    for (const [minute, uses] of Map.groupBy([...waiting], ([, minute]) => minute)) {
      for (let at = 0; at < uses.length; at += keysInBatch) {
        const keyIds = uses.slice(at, at + keysInBatch).map(([id]) => id)
        await withTimeout(timeoutMs, edge.used({ minuteMs: minute, keyIds }))
        for (const id of keyIds) if (waiting.get(id) === minute) waiting.delete(id)
      }
    }
  }

  return {
    note: (key) => {
      if (key === latest) return
      latest = key
      if (noted.has(key.id)) return
      noted.add(key.id)
      if (waiting.has(key.id) || waiting.size < maxWaiting) waiting.set(key.id, minuteMs)
    },
    // Windows end together with minutes, so that uses noted after an end belong to the next minute.
    ...openFlushWindow({ onEnd: startMinute, send: () => outage.watch(send) }),
  }
}
