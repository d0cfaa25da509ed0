import { findToolchain } from '../sdks/toolchain.mjs'
import { leaveOut } from '../tests/leave-out.mjs'
import { runCheck } from '../tests/run-check.mjs'
import { toolchain } from './cli.mjs'

const name = 'openfeature'

/** Tests OpenFeature's own command line against the manifest API. If Go is missing, the test is skipped with a message. */
export async function checkOpenFeatureCli(env, { runTests = runHere } = {}) {
  if (findToolchain(toolchain, env) !== undefined) return [await runTests(env)]
  return leaveOut(name, "OpenFeature's command line", toolchain.needs, env)
}

const runHere = (env) =>
  runCheck({ name, command: ['vitest', 'run', '--project=openfeature-cli'] }, env, { show: 'at-end' })
