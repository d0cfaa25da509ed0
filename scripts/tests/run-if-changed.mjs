import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Runs steps until one fails, unless all of them passed in the same state before. `stamp` is the file that remembers the state. */
export async function runIfChanged({ what, stamp, state, steps }, runStep) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) {
    console.log(`\n${what} has not changed since it last passed.`)
    return []
  }
  const results = []
  for (const step of steps) {
    results.push(await runStep(step))
    if (!results.at(-1).passed) return results
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, state)
  return results
}
