import { reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { runFlaky } from './tests/flaky.mjs'
import { runTiers } from './tests/run-tiers.mjs'
import { tiersOf } from './tests/tiers.mjs'

// `node scripts/test.mjs <tests, chaos or all> [--flaky <runs>] [arguments of Vitest]`
await reportFailures(async () => {
  await ensureInstalled('everything')
  const [name, ...args] = process.argv.slice(2)
  const tiers = tiersOf[name]
  const passed = args[0] === '--flaky' ? await runFlaky(tiers[0], args.slice(1)) : await runTiers(tiers, args)
  process.exitCode = passed ? 0 : 1
})
