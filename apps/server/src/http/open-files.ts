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
