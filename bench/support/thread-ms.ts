/** Of this thread alone: what else the machine does, or the garbage collector beside us, is not what is measured. */
export const threadMs = (): number => {
  // Linux brings a thread's time up to date at its ticks, or when it is asked for the process's.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
