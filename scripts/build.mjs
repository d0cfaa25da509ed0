import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureDashboard } from './dashboard/ensure-built.mjs'
import { Failure, reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { findNode } from './node.mjs'
import { run } from './run.mjs'
import { packSdks } from './sdks/pack.mjs'
import { testEnvironment } from './tests/environment.mjs'

// Builds everything that people install: one executable, the packages for npm, and those of the SDKs in other languages.
await reportFailures(async () => {
  const { out } = readArguments()
  if (out === undefined) throw new Failure('Say where it goes: npm run build -- --out <folder>')
  await ensureInstalled('everything')
  await ensureDashboard()
  const folder = resolve(process.env.INIT_CWD ?? '', out)
  const { code } = await run(findNode(), ['scripts/build/artifacts.mjs', folder])
  process.exitCode = code ?? 1
  if (code === 0) await packSdks(folder, testEnvironment())
})

function readArguments() {
  try {
    return parseArgs({ options: { out: { type: 'string' } } }).values
  } catch (error) {
    throw new Failure(error.message)
  }
}
