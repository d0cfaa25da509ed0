import type { LoadProcess } from '../load/start.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { processorMs, residentMb } from '../support/process.ts'
import { progress } from '../support/progress.ts'
import { change, evaluate } from './change.ts'
import type { Dimension, Question } from './dimension.ts'
import { measureInProcess } from './in-process.ts'
import type { Figures } from './report.ts'
import { openSystem, type System } from './system.ts'

const rounds = 9
const starts = 3
/** What takes longer than this is measured once. */
const longMs = 5_000
const changesEach = 4
const pagesEach = 4
const connections = 16
const loadMs = 300

/** Systems of all sizes, measured in turns: what else the machine does meets all of them alike. */
export const measure = async (
  openDatabase: () => Promise<BenchDatabase>,
  dimension: Dimension,
  load: LoadProcess,
): Promise<{ database: string; figures: Figures[] }> => {
  const systems: System[] = []
  try {
    const built = progress(`${dimension.name}, built`, dimension.sizes.length)
    for (const size of dimension.sizes) {
      systems.push(await openSystem(openDatabase, dimension, size))
      built(systems.length)
    }
    const figures = systems.map(
      ({ refillMs }): Figures => ({ 'fill an empty Redis, ms': refillMs < longMs ? [] : [refillMs] }),
    )
    for (let start = 1; start <= starts; start++) {
      for (const [at, system] of systems.entries()) {
        await measureStart(system, figures[at] as Figures)
      }
    }
    for (const system of systems) await warmUp(system, load)
    const measured = progress(`${dimension.name}, measured`, rounds)
    for (let round = 1; round <= rounds; round++) {
      const turn = [...systems.entries()]
      for (const [at, system] of round % 2 === 0 ? turn : turn.toReversed()) {
        await measureOnce(system, load, figures[at] as Figures)
      }
      measured(round)
    }
    for (const [at, system] of systems.entries()) await weigh(system, figures[at] as Figures)
    const { inProcess, sizes } = dimension
    const times = inProcess ? measureInProcess(sizes.map((size) => inProcess(size))) : []
    for (const [at, ns] of times.entries()) add(figures[at] as Figures, 'evaluate in process, ns', ns)
    return { database: systems[0]?.database ?? '', figures }
  } finally {
    for (const system of systems) await system.close()
  }
}

const add = (figures: Figures, name: string, value: number): void => {
  figures[name] ??= []
  figures[name].push(value)
}

const measureStart = async (system: System, figures: Figures): Promise<void> => {
  if (system.refillMs < longMs) add(figures, 'fill an empty Redis, ms', await system.refill())
  add(figures, 'start of Management, ms', await system.restart())
  const fresh = await system.startDelivery()
  const began = performance.now()
  await evaluate(fresh.deliveryUrl, system.questions[0] as Question)
  add(figures, "Delivery's first answer, ms", performance.now() - began)
  await fresh.kill9()
}

/** Until everything was asked for once: from then on it is in memory. */
const warmUp = async (system: System, load: LoadProcess): Promise<void> => {
  for (let asked = 0; asked <= system.requests.length; ) asked += (await askDelivery(system, load, 1_000)).answered
  for (let n = 0; n < changesEach; n++) await change(system)
}

const askDelivery = ({ deliveries, requests }: System, load: LoadProcess, ms: number) =>
  load.apply({ port: Number(new URL(deliveries[0]?.deliveryUrl ?? '').port), requests, connections, ms })

const measureOnce = async (system: System, load: LoadProcess, figures: Figures): Promise<void> => {
  const { management, deliveries, redisPid, send, place, dimension } = system
  const delivery = deliveries[0]?.pid ?? 0
  const pids = { Management: management.pid, 'one Delivery': delivery, Redis: redisPid }
  const used = await Promise.all(Object.values(pids).map(processorMs))
  for (let n = 0; n < changesEach; n++) {
    const { answeredMs, everywhereMs } = await change(system)
    add(figures, 'PUT until answered, ms', answeredMs)
    add(figures, 'PUT until on every Delivery, ms', everywhereMs)
  }
  for (const [at, [name, pid]] of Object.entries(pids).entries()) {
    add(figures, `a change, processor ms of ${name}`, ((await processorMs(pid)) - (used[at] as number)) / changesEach)
  }

  const path = `${dimension.list(place)}?limit=${dimension.sizes[0] || 1}`
  for (let n = 0; n < pagesEach; n++) {
    const began = performance.now()
    await send('GET', path)
    add(figures, 'a page of the list, ms', performance.now() - began)
  }

  // Last: what it has to read again because it is asked for counts here, and not as part of a change.
  const before = await processorMs(delivery)
  const { answered, perSecond } = await askDelivery(system, load, loadMs)
  add(figures, 'evaluate, requests/s', perSecond)
  add(figures, 'evaluate, processor µs', (1_000 * ((await processorMs(delivery)) - before)) / answered)
}

const weigh = async ({ management, deliveries }: System, figures: Figures): Promise<void> => {
  add(figures, 'MB of Management', await residentMb(management.pid))
  add(figures, 'MB of one Delivery', await residentMb(deliveries[0]?.pid ?? 0))
}
