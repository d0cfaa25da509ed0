import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'
import { ensurePrograms } from '../system/ensure-programs.mjs'
import { testEnvironment } from '../tests/environment.mjs'
import { prepare } from './prepare.mjs'
import { findToolchain } from './toolchain.mjs'

/** The steps of a language; `bench` runs only if it is named. */
const usual = ['lint', 'unit', 'conformance', 'package', 'harness']
export const stepNames = [...usual, 'bench']

/** Runs the steps of languages until one fails. Returns whether all passed. */
export async function runSteps(languages, step) {
  const env = testEnvironment(await ensurePrograms())
  for (const language of languages) {
    if (findToolchain(language, env) === undefined) throw new Failure(`This machine lacks ${language.needs}.`)
    await prepare(language, env)
    for (const name of step === undefined ? usual : [step]) {
      if (step === undefined) console.log(`\n── ${language.name} ${name}`)
      for (const command of commandsOf(language, name)) {
        if (!(await succeeds(command, language, env))) return false
      }
    }
  }
  return true
}

/** The harness is the same for all languages; `BUNTING_SDK` selects the one to test. */
const commandsOf = ({ steps }, name) => (name === 'harness' ? [['vitest', 'run', '--project=sdks']] : steps[name])

async function succeeds([program, ...args], { name, cwd = '.' }, env) {
  const isHarness = args.includes('--project=sdks')
  const where = isHarness ? root : join(root, cwd)
  const { code } = await run(program, args, { env: { ...env, BUNTING_SDK: name }, cwd: where })
  return code === 0
}

/** Prepares and runs a test service, which prints its URL and serves until its stdin closes. */
export async function startTestService(language) {
  const {
    testService: [program, ...args],
    cwd = '.',
  } = language
  const env = testEnvironment()
  await prepare(language, env)
  const { code } = await run(program, args, { env, cwd: join(root, cwd) })
  return code
}
