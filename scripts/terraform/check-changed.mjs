import { join } from 'node:path'
import { hashOf } from '../ensure-built.mjs'
import { root } from '../root.mjs'
import { leaveOut } from '../tests/leave-out.mjs'
import { runCheck } from '../tests/run-check.mjs'
import { runIfChanged } from '../tests/run-if-changed.mjs'
import { provider } from './provider.mjs'
import { findToolchains } from './toolchains.mjs'

const what = 'The provider for Terraform'
const usualStamp = join(root, 'node_modules', '.bunting-terraform', 'passed')

/**
 * Runs the steps of the Terraform provider for `npm test`, if something changed since they last passed. If Go or Terraform is
 * missing, they are skipped with a message.
 */
export async function checkChangedProvider(env, { stamp = usualStamp, runStep = runHere } = {}) {
  const { versions, lacking } = findToolchains(env)
  if (lacking.length > 0) return leaveOut('terraform', what, lacking.join(' and '), env)
  const state = `${versions}\n${hashOf(provider.ingredients)}`
  return runIfChanged({ what, stamp, state, steps: Object.keys(provider.steps) }, (step) => runStep(step, env))
}

const runHere = (step, env) =>
  runCheck({ name: `terraform ${step}`, command: ['node', 'scripts/terraform.mjs', step] }, env, { show: 'at-end' })
