import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const BEAT_MS = 1_000
const SILENCE_MS = 10_000
const LOOK_MS = 200

/**
 * Runs `work` while no other process runs it under the same path. The lock is a directory with one file, named after its
 * holder, who touches it every second. It is acquired by one atomic rename, which only one process can win: either of a
 * directory with our file to the free path, or of the file of a silent holder, whose name is never reused, to ours.
 *
 * A heartbeat is used rather than the holder's process id: ids are reused, mean nothing in another container, and the npm of
 * a killed holder needs a moment to notice.
 */
export async function whileLocked(path, onWait, work) {
  const name = `${process.pid}-${randomUUID()}`
  await take(path, name, onWait)

  const file = join(path, name)
  const lost = new AbortController()
  const beat = setInterval(() => {
    if (!attempt(() => fs.utimesSync(file, new Date(), new Date()))) lost.abort()
  }, BEAT_MS)
  const release = () => attempt(() => fs.unlinkSync(file)) && attempt(() => fs.rmdirSync(path))
  const end = (signal) => {
    lost.abort()
    release()
    process.kill(process.pid, signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.once(signal, end)

  try {
    return await work(lost.signal)
  } finally {
    for (const signal of signals) process.removeListener(signal, end)
    clearInterval(beat)
    release()
  }
}

async function take(path, name, onWait) {
  let seen
  for (;;) {
    const holder = findHolder(path)
    if (holder === undefined) {
      if (takeFree(path, name)) return
    } else {
      if (seen === undefined) onWait()
      // The heartbeat is observed, not compared with the clock: after sleep a machine must not take its own holder for dead.
      if (holder.name !== seen?.name || holder.beat !== seen.beat) seen = { ...holder, at: performance.now() }
      const silent = performance.now() - seen.at > SILENCE_MS
      if (silent && attempt(() => fs.renameSync(join(path, holder.name), join(path, name)))) return
    }
    await setTimeout(LOOK_MS)
  }
}

function findHolder(path) {
  let holder
  attempt(() => {
    const [name] = fs.readdirSync(path)
    if (name !== undefined) holder = { name, beat: fs.statSync(join(path, name)).mtimeMs }
  })
  return holder
}

function takeFree(path, name) {
  const own = `${path}-${name}`
  fs.mkdirSync(own)
  fs.writeFileSync(join(own, name), '')
  // Removes the empty folder of a holder that was killed while it released the lock.
  attempt(() => fs.rmdirSync(path))
  if (attempt(() => fs.renameSync(own, path))) return true
  fs.rmSync(own, { recursive: true, force: true })
  return false
}

function attempt(action) {
  try {
    action()
    return true
  } catch {
    return false
  }
}
