import { ensureDashboard } from './dashboard/ensure-built.mjs'
import { reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { findNode } from './node.mjs'
import { run } from './run.mjs'

await reportFailures(async () => {
  await ensureInstalled('runtime')
  // Delivery alone serves no dashboard.
  if (process.env.BUNTING_ROLE !== 'delivery') await ensureDashboard()
  const { code, signal } = await run(findNode(), ['apps/bunting/src/checkout.ts', 'serve', ...process.argv.slice(2)])
  if (signal !== null) process.kill(process.pid, signal)
  process.exitCode = code
})
