import { setTimeout } from 'node:timers/promises'
import { startServer } from '../apps/server/src/testing/server-process.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { median, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { residentMb } from './support/process.ts'

const starts = 5
const idleMs = 5_000

/** From the spawn until both listeners answer `/readyz`, on a database that exists; then left alone for a while. */
const measureStart = async ({ settings }: BenchDatabase) => {
  const began = performance.now()
  await using server = await startServer(settings)
  const readyMs = performance.now() - began
  await setTimeout(idleMs)
  const memory = await residentMb(server.pid)
  await server.stop()
  return { readyMs, memory }
}

const rows: string[][] = []
for (const open of chosenDatabases()) {
  const database = await open()
  try {
    await (await startServer(database.settings)).stop()
    const measured = []
    for (let start = 1; start <= starts; start++) {
      process.stderr.write(`${database.name}: start ${start} of ${starts}\n`)
      measured.push(await measureStart(database))
    }
    const ready = measured.map(({ readyMs }) => readyMs)
    const memory = measured.map((one) => one.memory)
    rows.push([
      database.name,
      median(ready).toFixed(0),
      Math.max(...ready).toFixed(0),
      median(memory).toFixed(0),
      Math.max(...memory).toFixed(0),
    ])
  } finally {
    await database.remove()
  }
}
const head = ['database', 'ready ms (median)', 'longest', 'idle MB (median)', 'most']
process.stdout.write(
  `\n# Start\n\n${starts} starts on an existing database; memory after ${idleMs / 1000} s of idling.\n${machine()}\n\n${table(head, rows)}\n`,
)
