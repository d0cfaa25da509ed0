import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './root.mjs'

/** What Vitest's report says: how many, and what failed. A test file that cannot be loaded counts as one that did. */
export function readReport(file) {
  if (!existsSync(file))
    return { passed: 0, skipped: 0, failures: [{ file: '', name: 'Vitest', problem: 'it said nothing' }] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOf),
  }
}

function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [{ file, name: file, problem: firstLine(message) }]
  return failed.map(({ fullName, failureMessages: [problem] }) => ({
    file,
    name: `${file} > ${fullName}`,
    problem: firstLine(problem),
  }))
}

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 200)

/** Of a run and of a second one of what failed in it. */
export function describeBoth(first, second) {
  const left = new Set(second.failures.map(({ name }) => name))
  const unsteady = first.failures.filter(({ name }) => !left.has(name))
  const passed = first.passed + unsteady.length
  const lines = unsteady.map(({ name, problem }) => `UNSTEADY  ${name}: failed at first (${problem})`)
  return [...lines, ...describeReport({ ...first, passed, failures: second.failures })]
}

/** In the last line, the numbers. */
export function describeReport({ passed, skipped, failures }) {
  const counts = `${passed} passed, ${failures.length} failed`
  return [
    ...failures.map(({ name, problem }) => `FAILED  ${name}: ${problem}`),
    skipped > 0 ? `${counts}, ${skipped} skipped` : counts,
  ]
}
