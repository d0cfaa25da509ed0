import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Notice, RecordedBatch } from '../../src/edge/edge.ts'
import { openRedisEdge } from '../../src/edge/redis/edge.ts'
import { newId } from '../../src/random.ts'
import { today } from '../../src/testing/events.ts'
import { askRedis, type Service, startCluster, startSentinel } from '../../src/testing/services.ts'
import { folder, openWithRedis, saved } from '../process/support/with-redis.ts'

const [sentinel, cluster] = await Promise.all([
  startSentinel({ downAfterMs: 2_000 }),
  startCluster({ nodeTimeoutMs: 3_000 }),
])
afterAll(() => Promise.all([sentinel.stop(), cluster.stop()]))

type Bunting = Awaited<ReturnType<typeof openWithRedis>>

/** A long interval, since each query to Redis starts a process. */
const seldom = { interval: 500 }

/** Writes and evaluates until it is stopped. Checks that no answer is older than one before it. */
const openLoad = ({ delivery, key, put }: Bunting) => {
  const state = { over: false, written: 1, seen: 0, evaluated: 0 }
  const write = async () => {
    while (!state.over) {
      const { status } = await put(state.written + 1)
      expect(saved).toContain(status)
      state.written += 1
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const evaluate = async () => {
    while (!state.over) {
      const response = await fetch(`${delivery.deliveryUrl}/ofrep/v1/evaluate/flags/f`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"context":{"targetingKey":"ada"}}',
      })
      expect(response.status).toBe(200)
      state.evaluated += 1
      const { value } = (await response.json()) as { value: number }
      expect(value).toBeGreaterThanOrEqual(state.seen)
      state.seen = value
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const loads = Promise.all([write(), evaluate()])
  const end = () => {
    state.over = true
    return loads
  }
  onTestFinished(() => void end().catch(() => undefined))
  return {
    state,
    /** Waits until a write that begins after this call was accepted and is served; one may be under way. */
    current: async () => {
      const wanted = state.written + 2
      await Promise.race([loads, vi.waitFor(() => expect(state.seen).toBeGreaterThanOrEqual(wanted))])
    },
    end,
  }
}

/** Checks that everything reported as written is served, even by a new instance, and that every evaluation is counted. */
const expectNothingLost = async (bunting: Bunting, { written, evaluated }: { written: number; evaluated: number }) => {
  const { delivery, startDelivery, current, manage, base, development } = bunting
  await current(written)
  await current(written, await startDelivery({ BUNTING_DATA_DIR: folder() }))
  await delivery.stop()
  const environmentId = development.id
  const counted = async () => {
    await manage('POST', '/v1/telemetry/backfill', { date: today(), environmentId })
    const { body } = await manage('GET', `${base}/flags/f/usage?environmentId=${environmentId}`)
    return body.rows[0]?.totalEvaluations
  }
  await expect.poll(counted).toBe(evaluated)
}

/** Asks for the master each time: on a busy machine the nodes may change it. */
const hasReplica = (master: () => Promise<Service>) =>
  vi.waitFor(async () => {
    const replication = await askRedis(await master(), 'info', 'replication')
    expect(replication).toContain('role:master')
    expect(replication).toMatch(/^slave0:.*state=online/m)
  }, seldom)

const batchOf = (id: string): RecordedBatch => {
  const flag = { environmentId: newId('environment'), flagKey: 'f', flagId: newId('flag') }
  return { id, atMs: Date.now(), counts: [{ ...flag, value: 'true', reason: 'DEFAULT', ruleId: '', count: 1 }] }
}

const hang = (node: Service) => {
  node.pause()
  onTestFinished(() => node.resume())
}

const inCluster = ({ development }: Bunting) => cluster.holdersOf(`bunting:bundle:2:{bunting:bundle:${development.id}}`)

const masters: [name: string, url: string, master: (bunting: Bunting) => Promise<Service>][] = [
  ['Redis Sentinel', sentinel.url, () => sentinel.master()],
  ['Redis Cluster', cluster.url, async (bunting) => (await inCluster(bunting)).master],
]

test.each(masters)(
  '%s: a master that dies and one that hangs lose nothing, and all is current again',
  async (...kind) => {
    const [, url, masterOf] = kind
    const bunting = await openWithRedis(url)
    const master = () => masterOf(bunting)
    const load = openLoad(bunting)

    const killed = await master()
    await killed.kill()
    await load.current()
    await killed.restart()
    await hasReplica(master)

    const hanging = await master()
    hang(hanging)
    await load.current()
    hanging.resume()
    await hasReplica(master)
    await load.current()

    await load.end()
    await expectNothingLost(bunting, load.state)
  },
)

test('Redis Cluster: what a master took alone before it died is published again', async () => {
  const bunting = await openWithRedis(cluster.url)
  const { put, current, startDelivery } = bunting
  const { master, replica } = await inCluster(bunting)
  hang(replica)
  // Data that was sent before would still reach it.
  await askRedis(master, 'client', 'kill', 'type', 'replica')
  expect(saved).toContain((await put(2)).status)
  await master.kill()
  replica.resume()
  // The process is up before it is ready: there may be no new master yet.
  await current(2, await startDelivery({ BUNTING_DATA_DIR: folder() }))
  await master.restart()
  await hasReplica(async () => (await inCluster(bunting)).master)
})

test('Redis Cluster: counts that a master took alone before it died are handed over again', async () => {
  const edge = await openRedisEdge(cluster.url, pino({ level: 'silent' }))
  onTestFinished(() => edge.close())
  await edge.record(batchOf('on-both'))
  const { master, replica } = await cluster.holdersOf('bunting:recorded')
  hang(replica)
  await askRedis(master, 'client', 'kill', 'type', 'replica')
  await edge.record(batchOf('on-one'))
  await master.kill()
  replica.resume()
  // There may be no new master yet.
  await vi.waitFor(() => edge.record(batchOf('on-the-other')))
  const taken: string[] = []
  const stop = edge.onRecorded(async ({ id }) => void taken.push(id))
  onTestFinished(stop)
  await vi.waitFor(() => expect(taken).toEqual(expect.arrayContaining(['on-one', 'on-the-other'])))
  await master.restart()
  await hasReplica(async () => replica)
})

test('Redis Cluster: where the node hangs that is listened to, another one is', async () => {
  const { put, current } = await openWithRedis(cluster.url)
  const listenersOf = async (node: Service) => {
    const [, count] = (await askRedis(node, 'pubsub', 'numsub', 'bunting:notices')).split('\n')
    return Number(count ?? 0)
  }
  const counts = await Promise.all(cluster.nodes.map(listenersOf))
  const listened = cluster.nodes[counts.findIndex((count) => count > 0)] as Service
  hang(listened)
  const others = cluster.nodes.filter((node) => node !== listened)
  await vi.waitFor(async () => {
    const heard = await Promise.all(others.map(listenersOf))
    expect(heard.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2)
  }, seldom)
  // 207 if the hanging node is the master of this environment's bundle: it is published when there is a new master.
  expect(saved).toContain((await put(2)).status)
  await current(2)
})

test('Redis Sentinel: where it names another Redis, that one is asked, and everybody is told to read again', async () => {
  const edge = await openRedisEdge(sentinel.url, pino({ level: 'silent' }))
  onTestFinished(() => edge.close())
  await edge.sequence?.restore(1)
  const notices: Notice[] = []
  edge.onNotice((notice) => notices.push(notice))
  await (await sentinel.master()).kill()
  const environmentId = newId('environment')
  const bundle = { environmentId, revision: 1, format: 2, flags: [], segments: [] }
  await vi.waitFor(() => edge.putBundle(environmentId, async () => bundle))
  expect(await edge.readBundle(environmentId)).toMatchObject({ environmentId, revision: 1 })
  await vi.waitFor(() => expect(notices).toContain('everything'))
})
