import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { checks, tests } from './checks.mjs'
import { reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { findNode } from './node.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { ensurePrograms } from './system/ensure-programs.mjs'
import { describeBoth, describeReport, readReport } from './test-report.mjs'

const fewFiles = 5

await reportFailures(async () => {
  await ensureInstalled('everything')
  const programs = await ensurePrograms()
  const path = [dirname(findNode()), join(root, 'node_modules', '.bin'), ...programs, process.env.PATH]
  const env = { ...process.env, PATH: path.join(delimiter) }

  const args = process.argv.slice(2)
  // With arguments, which are Vitest's, this is the quick loop of whoever works on one thing.
  const isAll = args.length === 0
  const results = []
  for (const check of isAll ? checks : []) results.push(await runCheck(check, env))
  const { result, report } = await runTests(args, env)
  const again = isAll ? await runAlone(report, env) : undefined
  results.push({ ...result, passed: again ? again.result.passed : result.passed })

  const lines = again ? describeBoth(report, again.report) : describeReport(report)
  console.log(`\n${[...results.map(describe), ...lines].join('\n')}`)
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
})

async function runTests(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-test-'))
  const reportFile = join(folder, 'vitest.json')
  const result = await runCheck(tests(args, reportFile), env)
  const report = readReport(reportFile)
  rmSync(folder, { recursive: true })
  return { result, report }
}

/** A few files that failed among all the others have a second try, alone: what passes then is unsteady, and is named. */
async function runAlone({ failures }, env) {
  const files = [...new Set(failures.map(({ file }) => file))].filter((file) => file !== '')
  return files.length > 0 && files.length <= fewFiles ? runTests(files, env) : undefined
}

async function runCheck({ name, command: [program, ...args] }, env) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const { code, received } = await run(program, args, env)
  if (received.length > 0) process.exit(1)
  return { name, passed: code === 0, seconds: (performance.now() - began) / 1000 }
}

function describe({ name, passed, seconds }) {
  return `${passed ? 'passed' : 'FAILED'}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`
}
