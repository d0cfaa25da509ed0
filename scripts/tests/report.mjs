import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../root.mjs'

/**
 * Lists failed tests by name, and the totals of all runs in the last line. A test file that cannot be loaded, and a run
 * without a report, count as a failed test.
 */
export function describeReports(reportFiles) {
  const reports = reportFiles.map(readReport)
  const failures = reports.flatMap(({ failures }) => failures)
  const sum = (count) => reports.reduce((total, report) => total + count(report), 0)
  const counts = `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`
  const skipped = sum((report) => report.skipped)
  return [...failures, skipped > 0 ? `${counts}, ${skipped} skipped` : counts].join('\n')
}

function readReport(file) {
  if (!existsSync(file)) return { failures: [], passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const failures = report.testResults.flatMap(failuresOf)
  const skipped = report.numPendingTests + report.numTodoTests
  return { failures, passed: report.numPassedTests, failed: failures.length, skipped }
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
