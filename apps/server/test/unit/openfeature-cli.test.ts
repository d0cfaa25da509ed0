import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkOpenFeatureCli } from '../../../../scripts/openfeature/check-cli.mjs'

/** Makes a folder with a program that reports this version of Go. */
const goOf = (version: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-go-'))
  writeFileSync(join(folder, 'go'), `#!/bin/sh\necho "go version go${version}"\n`, { mode: 0o755 })
  return folder
}
const passed = { name: 'openfeature', passed: true, interrupted: false, seconds: 1 }
const check = (env: Record<string, string>) => checkOpenFeatureCli(env, { runTests: async () => passed })

test("OpenFeature's command line is tried where Go can build it", async () => {
  expect(await check({ PATH: goOf('1.26.1') })).toEqual([passed])
})

test('without Go, or with one that is too old, it is left out, and fails where every toolchain is demanded', async () => {
  for (const PATH of ['/nowhere', goOf('1.24.9')]) {
    expect(await check({ PATH })).toEqual([])
    expect(await check({ PATH, BUNTING_TOOLCHAINS: 'all' })).toMatchObject([{ name: 'openfeature', passed: false }])
  }
})
