import { findToolchain } from '../sdks/toolchain.mjs'
import { runCheck } from '../tests/run-check.mjs'
import { toolchain } from './cli.mjs'

const name = 'openfeature'

/**
 * Tries OpenFeature's own command line against the manifest API. Where Go is missing it is left out, aloud, and fails where
 * `BUNTING_SDKS=all` demands every toolchain.
 */
export async function checkOpenFeatureCli(env, { runTests = runHere } = {}) {
  if (findToolchain(toolchain, env) !== undefined) return [await runTests(env)]
  console.log(`\nOpenFeature's command line was not tried: this machine lacks ${toolchain.needs}.`)
  return env.BUNTING_SDKS === 'all' ? [{ name, passed: false, interrupted: false, seconds: 0 }] : []
}

const runHere = (env) =>
  runCheck({ name, command: ['vitest', 'run', '--project=openfeature-cli'] }, env, { show: 'at-end' })
