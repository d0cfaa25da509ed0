import { setTimeout } from 'node:timers/promises'
import { type Settings, startServer } from '../apps/server/src/testing/servers/server-process.ts'
import { startRedis } from '../apps/server/src/testing/services.ts'
import { chosenDatabases } from './support/databases.ts'
import { median, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { residentMb } from './support/process.ts'

const starts = 5
const idleMs = 5_000

/** What is started, and with how much memory it may idle, where that is promised. */
type Subject = { name: string; settings: Settings; limitMb?: number }

/** From the spawn until its listeners answer `/readyz`, on what exists; then left alone for a while. */
const measureStart = async ({ settings }: Subject) => {
  const began = performance.now()
  await using server = await startServer(settings)
  const readyMs = performance.now() - began
  await setTimeout(idleMs)
  const memory = await residentMb(server.pid)
  await server.stop()
  return { readyMs, memory }
}

const measure = async (subject: Subject): Promise<string[]> => {
  await (await startServer(subject.settings)).stop()
  const measured = []
  for (let start = 1; start <= starts; start++) {
    process.stderr.write(`${subject.name}: start ${start} of ${starts}\n`)
    measured.push(await measureStart(subject))
  }
  const { name, limitMb } = subject
  const ready = measured.map(({ readyMs }) => readyMs)
  const memory = measured.map((one) => one.memory)
  const most = Math.max(...memory)
  if (limitMb !== undefined && most > limitMb) process.exitCode = 1
  const figures = [median(ready), Math.max(...ready), median(memory), most].map((figure) => figure.toFixed(0))
  return [name, ...figures, limitMb === undefined ? '' : `${limitMb}${most > limitMb ? ' (over)' : ''}`]
}

const rows: string[][] = []
for (const open of chosenDatabases()) {
  const { name, settings, remove } = await open()
  try {
    rows.push(await measure({ name: `all, ${name}`, settings, ...(name === 'SQLite' ? { limitMb: 120 } : {}) }))
    if (name === 'PostgreSQL') continue
    const redis = await startRedis()
    try {
      const delivery = { ...settings, BUNTING_ROLE: 'delivery', REDIS_URL: redis.url }
      rows.push(await measure({ name: 'Delivery alone', settings: delivery, limitMb: 90 }))
    } finally {
      await redis.stop()
    }
  } finally {
    await remove()
  }
}
const head = ['what', 'ready ms (median)', 'longest', 'idle MB (median)', 'most', 'allowed']
process.stdout.write(
  `\n# Start\n\n${starts} starts on what exists; memory after ${idleMs / 1000} s of idling.\n${machine()}\n\n${table(head, rows)}\n`,
)
