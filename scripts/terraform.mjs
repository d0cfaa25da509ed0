import { join } from 'node:path'
import { ensureProgram } from './build/ensure-program.mjs'
import { Failure, reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { provider } from './terraform/provider.mjs'
import { findToolchains } from './terraform/toolchains.mjs'
import { testEnvironment } from './tests/environment.mjs'

// `node scripts/terraform.mjs [lint|test [arguments of go test]]`
await reportFailures(async () => {
  await ensureInstalled('everything')
  const [step, ...args] = process.argv.slice(2)
  const steps = Object.keys(provider.steps)
  if (step !== undefined && !steps.includes(step)) throw new Failure(`${step} is none of ${steps.join(', ')}.`)
  // Terraform is started hundreds of times, for a moment each: collecting garbage would be a quarter of that.
  const env = { GOGC: '800', ...testEnvironment(), TF_ACC: '1' }
  const { lacking } = findToolchains(env)
  if (lacking.length > 0) throw new Failure(`This machine lacks ${lacking.join(' and ')}.`)
  // The tests start it.
  await ensureProgram()
  const commands = (step === undefined ? steps : [step]).flatMap((name) => provider.steps[name])
  for (const [program, ...rest] of commands) {
    const { code } = await run(program, [...rest, ...args], { env, cwd: join(root, provider.folder) })
    if (code !== 0) {
      process.exitCode = 1
      return
    }
  }
})
