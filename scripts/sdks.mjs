import { Failure, reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { languages } from './sdks/languages.mjs'
import { runSteps, startTestService, stepNames } from './sdks/run-steps.mjs'

// `node scripts/sdks.mjs [<language>] [lint|unit|conformance|package|harness|bench|test-service]`
await reportFailures(async () => {
  await ensureInstalled('everything')
  const [name, step] = process.argv.slice(2)
  const chosen = languages.filter((language) => name === undefined || language.name === name)
  if (chosen.length === 0)
    throw new Failure(`There is no SDK in ${name}: ${languages.map(({ name }) => name).join(', ')}.`)
  if (step === 'test-service') process.exitCode = await startTestService(chosen[0])
  else if (step !== undefined && !stepNames.includes(step))
    throw new Failure(`${step} is none of ${stepNames.join(', ')}.`)
  else process.exitCode = (await runSteps(chosen, step)) ? 0 : 1
})
