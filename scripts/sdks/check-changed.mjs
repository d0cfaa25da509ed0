import { join } from 'node:path'
import { hashOf } from '../ensure-built.mjs'
import { root } from '../root.mjs'
import { leaveOut } from '../tests/leave-out.mjs'
import { runCheck } from '../tests/run-check.mjs'
import { runIfChanged } from '../tests/run-if-changed.mjs'
import { languages } from './languages.mjs'
import { findToolchain } from './toolchain.mjs'

const folder = join(root, 'node_modules', '.bunting-sdks')

/**
 * Runs the steps of all languages that other tests do not cover, for `npm test`: lint, unit tests, conformance and packages. The
 * languages run in parallel, and only if something changed since they last passed. A language whose toolchain is missing is
 * skipped with a message.
 */
export async function checkChangedSdks(env, { among = languages, stamps = folder, runStep = runHere } = {}) {
  const check = (language) => {
    const version = findToolchain(language, env)
    if (version === undefined) return leaveOut(language.name, whatIs(language), language.needs, env)
    return checkChanged(language, version, stamps, (step) => runStep(language, step, env))
  }
  const results = await Promise.all(among.filter(({ isPartOfTests }) => !isPartOfTests).map(check))
  return results.flat()
}

const runHere = ({ name }, step, env) =>
  runCheck({ name: `${name} ${step}`, command: ['node', 'scripts/sdks.mjs', name, step] }, env, { show: 'at-end' })

const whatIs = ({ name }) => `The SDK in ${name}`

function checkChanged(language, version, stamps, runStep) {
  const { name, folders } = language
  const state = `${version}\n${hashOf([...folders, 'conformance', 'harness', 'scripts/sdks'])}`
  const steps = ['lint', 'unit', 'conformance', 'package']
  return runIfChanged({ what: whatIs(language), stamp: join(stamps, name), state, steps }, runStep)
}
