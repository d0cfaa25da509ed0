import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The value for a system without such a limit. */
const many = 1_048_576

/** The most files, and with them connections, that this process may open. Node raises it to the most that it is allowed. */
export const openFiles = (): number => {
  const soft = process.platform === 'linux' ? softOfLinux() : softOfReport()
  return typeof soft === 'number' ? soft : many
}

const softOfLinux = (): number | undefined => {
  const [, soft] = /^Max open files +(\d+) /m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return soft === undefined ? undefined : Number(soft)
}

/** Works on every system, but takes long: each thread is asked for its part of the report. */
const softOfReport = (): number | 'unlimited' | undefined => {
  // Otherwise the report looks up the names of all hosts that this process is connected to.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  return userLimits?.open_files?.soft
}

/**
 * Raises the limit if it is lower. Works as root (not in every container) and with a `prlimit`, since Node has no call
 * of its own for it. If it fails, the limit stays as it is.
 */
export const raiseOpenFiles = (wanted: number): void => {
  if (openFiles() >= wanted) return
  spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${wanted}:${wanted}`], { stdio: 'ignore', timeout: 1_000 })
}
