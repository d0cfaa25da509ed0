import { existsSync, readFileSync } from 'node:fs'

/** Vitest's numbers, in one line. A test file that cannot be loaded has no tests that could fail: it counts as one. */
export function describeCounts(reportFile) {
  if (!existsSync(reportFile)) return '0 passed, 1 failed'
  const report = JSON.parse(readFileSync(reportFile, 'utf8'))
  const notLoaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const skipped = report.numPendingTests + report.numTodoTests
  const counts = `${report.numPassedTests} passed, ${report.numFailedTests + notLoaded.length} failed`
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts
}
