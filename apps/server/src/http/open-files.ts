import { spawnSync } from 'node:child_process'

/** Where a system has no such limit. */
const many = 1_048_576

/** How many files, and with them connections, this process may have open. Node raises it to the most that it is allowed. */
export const openFiles = (): number => {
  // Or it would look up the names of everybody it is connected to.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : many
}

/**
 * Raises it, where it is less: as root, which may (not in every container), and where there is a `prlimit`. Node has no
 * call of its own for it. Where it cannot be raised it stays as it is.
 */
export const raiseOpenFiles = (wanted: number): void => {
  if (openFiles() >= wanted) return
  spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${wanted}:${wanted}`], { stdio: 'ignore', timeout: 1_000 })
}
