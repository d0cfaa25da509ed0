import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

/** The memory that a process has, in megabytes. */
export const residentMb = async (pid: number): Promise<number> => {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round((Number(stdout) * 1024) / 1e6)
}

const restMs = 10_000
const lookMs = 250

/** The memory that a process keeps once it is idle and its garbage is collected: the least that it has for a while. */
export const keptMb = async (pid: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let restedMs = 0; restedMs < restMs; restedMs += lookMs) {
    const mb = await residentMb(pid)
    if (mb < least) [least, restedMs] = [mb, 0]
    await setTimeout(lookMs)
  }
  return least
}

/** The most memory that a process ever had, in megabytes; Linux alone keeps it. */
export const peakMb = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round((Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1]) * 1024) / 1e6)
}

const tickMs = 10

/** The processor time that a process has used; Linux alone tells it finely enough. */
export const processorMs = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field, the name, is in parentheses and may have spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** The processor time that the whole machine has used; only Linux tells it. */
export const machineMs = async (): Promise<number> => {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '')
  const [user, nice, system, , , irq, softirq, steal] = text.slice(3, text.indexOf('\n')).trim().split(/ +/).map(Number)
  return [user, nice, system, irq, softirq, steal].reduce((sum: number, ticks) => sum + (ticks ?? 0), 0) * tickMs
}
