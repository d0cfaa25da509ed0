import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkChangedProvider } from '../../../../scripts/terraform/check-changed.mjs'

/** Makes a folder with programs that print their versions. */
const makePrograms = (versions: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-provider-'))
  for (const [name, version] of Object.entries(versions)) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} version ${version}"\n`, { mode: 0o755 })
  }
  return folder
}

const usual = { go: '1.26.8', terraform: '1.11.4' }

const openCheck = () => {
  const stamp = join(mkdtempSync(join(tmpdir(), 'bunting-provider-')), 'passed')
  const ran: string[] = []
  const check = (versions: Record<string, string>, { failing = '', demands = {} } = {}) => {
    ran.length = 0
    const runStep = async (step: string) => {
      ran.push(step)
      return { name: step, passed: step !== failing, interrupted: false, seconds: 0 }
    }
    return checkChangedProvider({ PATH: makePrograms(versions), ...demands }, { stamp, runStep })
  }
  return { check, ran }
}

test('the provider for Terraform is checked until it passes, and then again with another toolchain', async () => {
  const { check, ran } = openCheck()
  await check(usual, { failing: 'lint' })
  expect(ran).toEqual(['lint'])
  await check(usual)
  expect(ran).toEqual(['lint', 'test'])
  await check(usual)
  expect(ran).toEqual([])
  await check({ ...usual, terraform: '1.12.0' })
  expect(ran).toEqual(['lint', 'test'])
})

test('the provider for Terraform is left out without Go or Terraform, and fails where it is demanded', async () => {
  const { check, ran } = openCheck()
  const machines: Record<string, string>[] = [
    { go: '1.26.8' },
    { terraform: '1.11.4' },
    { ...usual, terraform: '1.10.5' },
  ]
  for (const versions of machines) {
    expect(await check(versions)).toEqual([])
    const demands = { BUNTING_TOOLCHAINS: 'all' }
    expect(await check(versions, { demands })).toMatchObject([{ name: 'terraform', passed: false }])
  }
  expect(ran).toEqual([])
})
