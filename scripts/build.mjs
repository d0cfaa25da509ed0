import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureDashboard } from './dashboard/ensure-built.mjs'
import { Failure, reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { findNode } from './node.mjs'
import { run } from './run.mjs'

// Builds everything that people install: one executable, and the packages for npm.
await reportFailures(async () => {
  const { out } = readArguments()
  if (out === undefined) throw new Failure('Say where it goes: npm run build -- --out <folder>')
  await ensureInstalled('everything')
  await ensureDashboard()
  const { code } = await run(findNode(), ['scripts/build/artifacts.mjs', resolve(process.env.INIT_CWD ?? '', out)])
  process.exitCode = code ?? 1
})

function readArguments() {
  try {
    return parseArgs({ options: { out: { type: 'string' } } }).values
  } catch (error) {
    throw new Failure(error.message)
  }
}
