import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureProgram } from './build/ensure-program.mjs'
import { Failure, reportFailures } from './fail.mjs'
import { ensureInstalled } from './install/ensure-installed.mjs'
import { findNode } from './node.mjs'
import { checkVersion, releaseChanges } from './release/changelog.mjs'
import { writeVersion } from './release/places.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

// `npm run release -- 1.2.3`: writes the version to every place that names it, and keeps the fixtures of this version.
await reportFailures(async () => {
  const { version, fixtures } = readArguments()
  const { version: before } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  checkVersion(version, before)
  const day = new Date().toISOString().slice(0, 10)
  // First, because it fails if there is nothing to release.
  releaseChanges(version, day)
  for (const path of writeVersion(before, version)) console.log(path)
  if (!fixtures) return
  await ensureInstalled('everything')
  // The databases have to be created by this version.
  await ensureProgram()
  // A fixture from during development may exist.
  for (const [script, ...args] of [
    ['apps/server/test/fixtures/make.ts', '--again'],
    ['scripts/fixtures/keep-program.mjs'],
  ]) {
    const { code } = await run(findNode(), [join(root, script), ...args])
    if (code !== 0) throw new Failure(`${script} failed: run it again by itself; everything else is written.`)
  }
})

function readArguments() {
  const usage = 'Say which: npm run release -- 1.2.3 (--no-fixtures leaves databases and program for later)'
  try {
    const options = { fixtures: { type: 'boolean', default: true } }
    const { values, positionals } = parseArgs({ options, allowPositionals: true, allowNegative: true })
    if (positionals.length === 1) return { version: positionals[0], fixtures: values.fixtures }
  } catch (error) {
    throw new Failure(`${error.message}\n${usage}`)
  }
  throw new Failure(usage)
}
