import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { ensurePrograms } from '../system/ensure-programs.mjs'
import { burnProcessors } from './burn-processors.mjs'
import { openRun, testEnvironment } from './environment.mjs'
import { describeReports } from './report.mjs'
import { runCheck } from './run-check.mjs'
import { vitest } from './tiers.mjs'

/** Runs some tests repeatedly on a busy machine, and shows the output of failed runs. Returns whether none failed. */
export async function runFlaky(tier, [times, ...args]) {
  const runs = Number(times)
  if (!(Number.isInteger(runs) && runs > 0 && args.length > 0)) {
    throw new Failure('Say how many times and which tests: npm test -- --flaky 20 <file or name>')
  }
  const { env, folder, remove } = openRun(testEnvironment(await ensurePrograms()))
  const report = join(folder, 'vitest.json')
  const { command } = vitest(tier, args, report)
  const stopBurning = burnProcessors()
  let failed = 0
  let interrupted = false
  for (let at = 1; at <= runs && !interrupted; at++) {
    rmSync(report, { force: true })
    const result = await runCheck({ name: `run ${at} of ${runs}`, command }, env, { show: 'never' })
    interrupted = result.interrupted
    if (!result.passed) failed += 1
    const outcome = result.passed ? 'passed' : `FAILED\n${result.output}\n${describeReports([report])}`
    console.log(`${result.name}, ${result.seconds.toFixed(1)} s: ${outcome}`)
  }
  stopBurning()
  remove()
  console.log(`${runs - failed} of ${runs} runs passed`)
  return failed === 0
}
