import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Where a system has no such limit. */
const many = 1_048_576

/** How many files, and with them connections, this process may have open. Node raises it to the most that it is allowed. */
export const openFiles = (): number => {
  const soft = process.platform === 'linux' ? softOfLinux() : softOfReport()
  return typeof soft === 'number' ? soft : many
}

const softOfLinux = (): number | undefined => {
  const [, soft] = /^Max open files +(\d+) /m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  return soft === undefined ? undefined : Number(soft)
}

/** Everywhere, but it takes long: each thread is asked for its part of the report. */
const softOfReport = (): number | 'unlimited' | undefined => {
  // Or it would look up the names of everybody it is connected to.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  return userLimits?.open_files?.soft
}

/**
 * Raises it, where it is less: as root, which may (not in every container), and where there is a `prlimit`. Node has no
 * call of its own for it. Where it cannot be raised it stays as it is.
 */
export const raiseOpenFiles = (wanted: number): void => {
  if (openFiles() >= wanted) return
  spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${wanted}:${wanted}`], { stdio: 'ignore', timeout: 1_000 })
}
