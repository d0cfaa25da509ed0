import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { regex } from '../../packages/engine/src/operators/regex.ts'
import { reportFailures } from '../fail.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'

// Writes into conformance/patterns.json what the engine makes of each pattern in it. A new case has a `name`, a `pattern` and
// `texts`; where what it is about came after Unicode 15, also `"unicode": 17`.
//   node scripts/conformance/patterns.mjs
await reportFailures(async () => {
  const file = join(root, 'conformance', 'patterns.json')
  const { subject, cases } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ subject, cases: cases.map(answered) }))
  await run('biome', ['check', '--write', file])
})

function answered({ name, pattern, unicode, matches = [], misses = [], texts = [...matches, ...misses] }) {
  const version = unicode === undefined ? {} : { unicode }
  if (regex.problem(pattern) !== undefined) return { name, pattern, accepted: false, ...version }
  const { test } = regex.prepare(pattern)
  const found = { matches: texts.filter(test), misses: texts.filter((text) => !test(text)) }
  return { name, pattern, accepted: true, ...found, ...version }
}
