import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '../ensure-built.mjs'
import { root } from '../root.mjs'
import { runCheck } from '../tests/run-check.mjs'
import { languages } from './languages.mjs'
import { findToolchain } from './toolchain.mjs'

const folder = join(root, 'node_modules', '.bunting-sdks')

/**
 * Runs what `npm test` runs of every language that the other tests do not have: lint, unit tests and conformance, where
 * something changed since they last passed. A language whose toolchain is missing is left out, aloud, and fails where
 * `BUNTING_SDKS=all` demands every one.
 */
export async function checkChangedSdks(env, { among = languages, stamps = folder, runStep = runHere } = {}) {
  const results = []
  for (const language of among.filter(({ isPartOfTests }) => !isPartOfTests)) {
    const version = findToolchain(language, env)
    if (version === undefined) results.push(...missing(language, env))
    else results.push(...(await checkChanged(language, version, stamps, (step) => runStep(language, step, env))))
  }
  return results
}

const runHere = ({ name }, step, env) =>
  runCheck({ name: `${name} ${step}`, command: ['node', 'scripts/sdks.mjs', name, step] }, env, { show: 'at-end' })

function missing({ name, toolchain: [program] }, env) {
  console.log(`\nThe SDK in ${name} was not tested: there is no ${program} on this machine.`)
  return env.BUNTING_SDKS === 'all' ? [{ name, passed: false, interrupted: false, seconds: 0 }] : []
}

async function checkChanged({ name, folders }, version, stamps, runStep) {
  const stamp = join(stamps, name)
  const state = `${version}\n${hashOf([...folders, 'conformance', 'harness'])}`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) {
    console.log(`\nThe SDK in ${name} has not changed since it last passed.`)
    return []
  }
  const results = []
  for (const step of ['lint', 'unit', 'conformance']) {
    results.push(await runStep(step))
    if (!results.at(-1).passed) return results
  }
  mkdirSync(stamps, { recursive: true })
  writeFileSync(stamp, state)
  return results
}
