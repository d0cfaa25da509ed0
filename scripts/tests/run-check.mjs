import { run } from '../run.mjs'

/**
 * Runs a check. Its output is shown `live`; `at-end` in one piece, if others run at the same time; or `never`, only
 * returned.
 */
export async function runCheck({ name, command: [program, ...args] }, env, { show = 'live' } = {}) {
  if (show === 'live') console.log(`\n── ${name}`)
  const began = performance.now()
  const { code, received, output } = await run(program, args, { env, keep: show !== 'live' })
  if (show === 'at-end') console.log(`\n── ${name}\n${output.trimEnd()}`)
  const interrupted = received.length > 0
  return {
    name,
    passed: code === 0 && !interrupted,
    interrupted,
    seconds: (performance.now() - began) / 1000,
    output,
  }
}
