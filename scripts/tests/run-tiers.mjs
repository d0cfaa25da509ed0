import { join } from 'node:path'
import { ensureProgram } from '../build/ensure-program.mjs'
import { checkOpenFeatureCli } from '../openfeature/check-cli.mjs'
import { ensureRuntimes } from '../packages/ensure-runtimes.mjs'
import { checkChangedSdks } from '../sdks/check-changed.mjs'
import { ensurePrograms } from '../system/ensure-programs.mjs'
import { checkChangedProvider } from '../terraform/check-changed.mjs'
import { packagesCheck, sourceChecks } from './checks.mjs'
import { openRun, testEnvironment } from './environment.mjs'
import { describeReports } from './report.mjs'
import { runCheck } from './run-check.mjs'
import { vitest } from './tiers.mjs'

/** Runs the tiers in order, after the checks of the sources if everything is asked for. Returns whether all passed. */
export async function runTiers(tiers, args) {
  // Other arguments are Vitest's, and mean the quick loop of somebody who works on one thing.
  const isWhole = args.length === 0 || args[0] === '--changed'
  const isChecked = isWhole && tiers.some((tier) => tier.isChecked)
  const results = isChecked ? await checkSources() : []
  const { env, folder, remove } = openRun(testEnvironment(await ensurePrograms()))
  const reports = []
  // The compiler is done: the packages are checked while the tests run, and their output is shown at the end.
  const packages = isChecked ? runCheck(packagesCheck, env, { show: 'at-end' }) : undefined
  for (const tier of tiers) {
    if (results.some(({ interrupted }) => interrupted)) break
    const report = join(folder, `${tier.name}.json`)
    reports.push(report)
    results.push(await runCheck(vitest(tier, args, report), env))
  }
  if (packages) results.push(await packages)
  if (isChecked && !results.some(({ interrupted }) => interrupted)) {
    const others = [checkChangedSdks(env), checkOpenFeatureCli(env), checkChangedProvider(env)]
    results.push(...(await Promise.all(others)).flat())
  }

  console.log(`\n${results.map(describe).join('\n')}\n${describeReports(reports)}`)
  remove()
  return results.every(({ passed }) => passed)
}

/** Runs the checks, and meanwhile installs and builds what the tests need. */
async function checkSources() {
  const env = testEnvironment()
  const ready = prepare()
  const results = await Promise.all(sourceChecks.map((check) => runCheck(check, env, { show: 'at-end' })))
  await ready
  return results
}

async function prepare() {
  await ensureRuntimes()
  await ensurePrograms()
  await ensureProgram()
}

function describe({ name, passed, seconds }) {
  return `${passed ? 'passed' : 'FAILED'}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`
}
