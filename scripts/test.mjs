import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { packagesCheck, sourceChecks, tests } from './checks.mjs'
import { reportFailures } from './fail.mjs'
import { ensureFolder } from './install/ensure-folder.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { findNode } from './node.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { ensurePrograms } from './system/ensure-programs.mjs'
import { describeReport } from './test-report.mjs'

await reportFailures(async () => {
  await ensureInstalled('everything')
  const args = process.argv.slice(2)
  // With other arguments, which are Vitest's, this is the quick loop of whoever works on one thing.
  const isWhole = args.length === 0 || args[0] === '--changed'
  if (isWhole) await ensureFolder('scripts/packages/runtimes', 'to try the SDKs on')
  const programs = await ensurePrograms()
  const path = [dirname(findNode()), join(root, 'node_modules', '.bin'), ...programs, process.env.PATH]
  const env = { ...process.env, PATH: path.join(delimiter) }

  const folder = mkdtempSync(join(tmpdir(), 'bunting-test-'))
  const report = join(folder, 'vitest.json')
  const results = isWhole ? await Promise.all(sourceChecks.map((check) => runCheck(check, env, { keep: true }))) : []
  for (const check of [...(isWhole ? [packagesCheck] : []), tests(args, report)]) {
    if (!results.some(({ interrupted }) => interrupted)) results.push(await runCheck(check, env))
  }

  console.log(`\n${results.map(describe).join('\n')}\n${describeReport(report)}`)
  rmSync(folder, { recursive: true })
  process.exitCode = results.every((result) => result.passed) ? 0 : 1
})

async function runCheck({ name, command: [program, ...args] }, env, { keep = false } = {}) {
  if (!keep) console.log(`\n── ${name}`)
  const began = performance.now()
  const { code, received, output } = await run(program, args, { env, keep })
  if (keep) console.log(`\n── ${name}\n${output.trimEnd()}`)
  const interrupted = received.length > 0
  return { name, passed: code === 0 && !interrupted, interrupted, seconds: (performance.now() - began) / 1000 }
}

function describe({ name, passed, seconds }) {
  return `${passed ? 'passed' : 'FAILED'}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`
}
