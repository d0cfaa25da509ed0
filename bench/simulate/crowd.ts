import { waitMs } from '../../packages/sdk-server/src/connection/wait-ms.ts'
import type { Random } from '../support/random.ts'
import type { Clock } from './clock.ts'
import type { Costs } from './costs.ts'
import type { Fleet, Shedding, Worker } from './fleet.ts'
import type { Options } from './options.ts'

/** An SDK: what its `follow` knows between two attempts. */
interface Client {
  /** 0 before its first bundle. */
  revision: number
  failures: number
  /** Whether it could last ask for the bundle beside the stream. */
  isAnswered: boolean
  /** Where its stream is. */
  worker: Worker<Client> | undefined
}
export type CrowdFleet = Fleet<Client>

/** As in the SDK's `requests`. */
const answerTimeoutMs = 3_000
/** What an answer has beside what it is about. */
const headBytes = 250

export type Variant = {
  /** Readers whose revision is known are sent what changed, others the bundle compressed; otherwise all of it, as it is. */
  isPatched: boolean
  /** Whether chance spreads when an SDK comes back. */
  isSpread: boolean
  shedding: Shedding
}

export type Tally = { attempts: number; refused: number; gaveUp: number }

/** All SDKs, and what they do by themselves. */
export const openCrowd = (
  clock: Clock,
  fleet: CrowdFleet,
  options: Options,
  costs: Costs,
  { isPatched }: Variant,
  random: Random,
) => {
  const tripMs = options['round-trip-ms'] / 2
  const tally: Tally = { attempts: 0, refused: 0, gaveUp: 0 }
  const clients: Client[] = []
  let revision = 1
  let current = 0
  let open = 0

  const writeUs = (bytes: number): number => costs.write + (costs.writeKilobyte * bytes) / 1_000
  const bytesFor = (client: Client): number => {
    if (client.revision === revision) return 0
    if (!isPatched) return options['bundle-bytes']
    return client.revision > 0 ? options['patch-bytes'] : options['compressed-bytes']
  }
  const receive = (client: Client, received: number): void => {
    if (client.revision !== revision && received === revision) current++
    client.revision = Math.max(client.revision, received)
  }

  /** A request that a worker answers; the client waits so long for it and no longer. */
  const request = (
    worker: Worker<Client>,
    us: number,
    bytes: number,
    sentMs: number,
    done: (isAnswered: boolean) => void,
  ): void => {
    const doneMs = worker.core.work(clock.nowMs(), us)
    const answeredMs = worker.line.send(doneMs, bytes + headBytes) + tripMs
    // A long answer has begun by then.
    const begunMs = doneMs + tripMs
    if (begunMs - sentMs > answerTimeoutMs) clock.at(sentMs + answerTimeoutMs, () => done(false))
    else clock.at(answeredMs, () => done(true))
  }

  /** `GET /v1/bundle`, beside the stream that failed. */
  const ask = (client: Client): void => {
    const sentMs = clock.nowMs()
    const worker = fleet.pick()
    if (!worker) {
      client.isAnswered = false
      return
    }
    clock.at(sentMs + tripMs, () => {
      const bytes = bytesFor(client)
      const asked = revision
      const us = costs.ask + (bytes > 0 ? writeUs(bytes) : 0)
      request(worker, us, bytes, sentMs, (isAnswered) => {
        client.isAnswered = isAnswered
        if (isAnswered) receive(client, asked)
      })
    })
  }

  /** `lastedMs` is how long the stream was there, or the attempt at it took. */
  const fail = (client: Client, askedMs: number, lastedMs: number): void => {
    client.failures++
    ask(client)
    const waited = waitMs({ ...client, askedMs, lastedMs, isGap: false, refusals: 0 })
    clock.at(clock.nowMs() + waited, () => attempt(client))
  }

  const attempt = (client: Client): void => {
    const sentMs = clock.nowMs()
    tally.attempts++
    const worker = fleet.pick()
    if (!worker) {
      fail(client, 0, 0)
      return
    }
    const lastedMs = () => clock.nowMs() - sentMs
    clock.at(sentMs + tripMs, () => {
      const afterSeconds = worker.admit(worker.core.beginsMs(clock.nowMs()))
      if (afterSeconds > 0) {
        tally.refused++
        return request(worker, costs.refuse, 0, sentMs, (isAnswered) => {
          if (!isAnswered) tally.gaveUp++
          fail(client, isAnswered ? 1_000 * afterSeconds : 0, lastedMs())
        })
      }
      const bytes = bytesFor(client)
      const sent = revision
      request(worker, costs.open + (bytes > 0 ? writeUs(bytes) : 0), bytes, sentMs, (isAnswered) => {
        if (!isAnswered) {
          tally.gaveUp++
          return fail(client, 0, lastedMs())
        }
        client.failures = 0
        client.worker = worker
        worker.streams.add(client)
        open++
        receive(client, sent)
        if (sent !== revision) tell(worker, [client], revision)
      })
    })
  }

  /** Some streams a turn, so that evaluations need not wait for all of them. */
  const tell = (worker: Worker<Client>, clients: readonly Client[], told: number, from = 0): void => {
    const bytes = isPatched ? options['patch-bytes'] : options['bundle-bytes']
    const some = clients.slice(from, from + Math.max(1, Math.floor((1_000 * options['turn-ms']) / writeUs(bytes))))
    if (some.length === 0) return
    const doneMs = worker.core.work(clock.nowMs(), some.length * writeUs(bytes))
    const arrivedMs = worker.line.send(doneMs, some.length * bytes) + tripMs
    clock.at(arrivedMs, () => {
      for (const client of some) if (client.worker === worker) receive(client, told)
    })
    clock.at(doneMs + options['rest-ms'], () => tell(worker, clients, told, from + some.length))
  }

  /** Spread over the time between two. */
  const beat = (worker: Worker<Client>): void => {
    const some = (worker.streams.size * beatSlotMs) / beatMs
    worker.line.send(worker.core.work(clock.nowMs(), some * costs.beat), some * beatBytes)
    clock.at(clock.nowMs() + beatSlotMs, () => beat(worker))
  }

  return {
    tally,
    /** They have everything, and a stream each. */
    settle: (): void => {
      for (let at = 0; at < options.sdks; at++) {
        const worker = fleet.pick()
        const client: Client = { worker, revision, failures: 0, isAnswered: true }
        worker?.streams.add(client)
        clients.push(client)
      }
      current = open = options.sdks
      for (const worker of fleet.workers) clock.at(random.next() * beatSlotMs, () => beat(worker))
    },
    change: (): void => {
      revision++
      current = 0
      for (const worker of fleet.workers) {
        const doneMs = worker.core.work(clock.nowMs(), costs.apply)
        clock.at(doneMs, () => tell(worker, [...worker.streams], revision))
      }
    },
    /** These instances are gone, and the streams that they had. */
    lose: (instances: readonly number[]): void => {
      for (const client of fleet.stop(instances)) {
        open--
        client.worker = undefined
        // It lasted long enough: the first attempt comes soon.
        client.failures = -1
        fail(client, 0, Number.POSITIVE_INFINITY)
      }
    },
    /** All applications start anew at once, with nothing. */
    restartAll: (): void => {
      for (const client of clients) {
        client.worker?.streams.delete(client)
        Object.assign(client, { worker: undefined, revision: 0, failures: 0, isAnswered: false })
        attempt(client)
      }
      current = open = 0
    },
    areCurrent: (): boolean => current === clients.length,
    areOpen: (): boolean => open === clients.length,
  }
}

const beatMs = 15_000
const beatSlotMs = 100
const beatBytes = 9
