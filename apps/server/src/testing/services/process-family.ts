import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const LOOK_MS = 20

/** A process and its children (PostgreSQL has one for each connection), if the system lists them. */
export function listFamily(pid: number): number[] {
  const children = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(children)) return [pid]
  return [pid, ...readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number)]
}

/** Signals all processes, and ignores those that have ended meanwhile. */
export function signalAll(pids: number[], signal: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {}
  }
}

export async function waitUntilGone(pids: number[]) {
  while (pids.some(isRunning)) await setTimeout(LOOK_MS)
}

function isRunning(pid: number) {
  try {
    // In a container there may be no process to reap an orphan: it stays as a zombie.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
