import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './root.mjs'

/** What failed by name, and Vitest's numbers in the last line. A test file that cannot be loaded counts as a failed test. */
export function describeReport(reportFile) {
  if (!existsSync(reportFile)) return '0 passed, 1 failed'
  const report = JSON.parse(readFileSync(reportFile, 'utf8'))
  const failures = report.testResults.flatMap(failuresOf)
  const skipped = report.numPendingTests + report.numTodoTests
  const counts = `${report.numPassedTests} passed, ${failures.length} failed`
  return [...failures, skipped > 0 ? `${counts}, ${skipped} skipped` : counts].join('\n')
}

function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [`FAILED  ${file}: ${firstLine(message)}`]
  return failed.map(({ fullName, failureMessages: [text = ''] }) => {
    const line = text.split(`${file}:`)[1]?.match(/^\d+/)?.[0]
    return `FAILED  ${line ? `${file}:${line}` : file} > ${fullName}: ${firstLine(text)}`
  })
}

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 200)
