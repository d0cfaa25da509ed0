import { reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { findNode } from './node.mjs'
import { run } from './run.mjs'

await reportFailures(async () => {
  await ensureInstalled('runtime')
  const { code, signal } = await run(findNode(), ['apps/server/src/main.ts', ...process.argv.slice(2)])
  if (signal !== null) process.kill(process.pid, signal)
  process.exitCode = code
})
