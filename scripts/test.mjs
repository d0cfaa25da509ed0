import { reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { runFlaky } from './tests/flaky.mjs'
import { runTiers } from './tests/run-tiers.mjs'
import { tiers } from './tests/tiers.mjs'

// `node scripts/test.mjs <tiers> [--flaky <runs>] [arguments of Vitest]`
await reportFailures(async () => {
  await ensureInstalled('everything')
  const [names, ...args] = process.argv.slice(2)
  const chosen = names.split('+').map((name) => tiers[name])
  const passed = args[0] === '--flaky' ? await runFlaky(chosen[0], args.slice(1)) : await runTiers(chosen, args)
  process.exitCode = passed ? 0 : 1
})
