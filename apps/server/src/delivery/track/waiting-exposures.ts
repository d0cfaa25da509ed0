import { randomUUID } from 'node:crypto'
import type { ApiKeyType, EnvironmentId } from '@bunting/contract'
import { serialQueue } from '../../base/serial-queue.ts'
import type { Edge, TrackedBatch } from '../../edge/edge.ts'
import type { TokenExposure } from '../../rules/units/hash-track.ts'
import type { HashedExposure } from '../../rules/units/hashed-track.ts'

const maxWaiting = 20_000
const maxInBatch = 1_000
const maxExposed = 50_000

/** Exposures of the same sender go into the same batches. */
type Sender = { environmentId: EnvironmentId; keyType: ApiKeyType; isIgnored: boolean }
type Collected = { sender: Sender; exposures: HashedExposure[] }

/** Exposures that wait to be sent, in batches that count once however often they are sent. */
export const openWaitingExposures = (edge: Pick<Edge, 'track'>) => {
  const exposed = new Set<string>()
  const collected = new Map<string, Collected>()
  /** Batches stay as they are until they are taken: one whose answer was lost is sent again under its name. */
  const batches: TrackedBatch[] = []
  let waiting = 0
  const sending = serialQueue()

  /** Packs the collected exposures into batches, each with a name of its own. */
  const pack = (): void => {
    for (const { sender, exposures } of collected.values()) {
      for (let at = 0; at < exposures.length; at += maxInBatch) {
        const some = exposures.slice(at, at + maxInBatch)
        batches.push({
          track: { ...sender, nowMs: Date.now(), sdkType: 'edge', sdkVersion: '', events: [], exposures: some },
          answer: { accepted: some.length, rejected: [], ignored: { unknownEvent: 0, bot: 0 } },
          named: { scope: 'delivery exposures', key: randomUUID() },
        })
      }
    }
    collected.clear()
  }

  const sendAll = async (): Promise<void> => {
    pack()
    for (let next = batches[0]; next; next = batches[0]) {
      await edge.track(next)
      batches.shift()
      waiting -= next.track.exposures.length
    }
  }

  return {
    add: (sender: Sender, exposures: readonly TokenExposure[]): void => {
      const { environmentId, keyType, isIgnored } = sender
      const key = `${environmentId} ${keyType} ${isIgnored}`
      const found = collected.get(key) ?? { sender, exposures: [] }
      collected.set(key, found)
      for (const one of exposures) {
        const name = `${isIgnored} ${environmentId} ${one.flagKey} ${one.ruleId} ${one.unit}`
        // A unit that is sent again counts once in any case.
        if (exposed.has(name) || waiting >= maxWaiting) continue
        if (exposed.size >= maxExposed) exposed.clear()
        exposed.add(name)
        found.exposures.push({ ...one, atMs: Date.now(), isRight: true })
        waiting++
      }
    },
    /** Sends all exposures added so far, once earlier sends are done. Batches that fail are kept for the next call. */
    send: (): Promise<void> => sending.add(sendAll),
  }
}
