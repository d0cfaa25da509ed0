import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkChangedSdks } from '../../../../scripts/sdks/check-changed.mjs'
import { type Language, languages } from '../../../../scripts/sdks/languages.mjs'

// Without the variable by which CI requires all toolchains.
const { BUNTING_TOOLCHAINS: _, ...env } = process.env

/** Makes a language with a folder of this repository as its sources, and records the steps that run. */
const openLanguage = (fields: Partial<Language> = {}) => {
  const steps = { lint: [], unit: [], conformance: [], package: [], bench: [] }
  const toolchain = [process.execPath, '--version']
  const needs = 'a Klingon compiler'
  const language: Language = {
    name: 'klingon',
    folders: ['examples'],
    toolchain,
    needs,
    steps,
    testService: [],
    ...fields,
  }
  const stamps = mkdtempSync(join(tmpdir(), 'bunting-sdks-'))
  const ran: string[] = []
  const check = (failing?: string, change: Partial<Language> = {}, demands: Record<string, string> = {}) => {
    ran.length = 0
    const runStep = async (_: Language, step: string) => {
      ran.push(step)
      return { name: step, passed: step !== failing, interrupted: false, seconds: 0 }
    }
    return checkChangedSdks({ ...env, ...demands }, { among: [{ ...language, ...change }], stamps, runStep })
  }
  return { check, ran }
}

test('a language is checked until it passes, and then again when something changed', async () => {
  const { check, ran } = openLanguage()
  await check('unit')
  expect(ran).toEqual(['lint', 'unit'])
  await check()
  expect(ran).toEqual(['lint', 'unit', 'conformance', 'package'])
  await check()
  expect(ran).toEqual([])
  await check(undefined, { folders: ['examples', 'docs'] })
  expect(ran).toEqual(['lint', 'unit', 'conformance', 'package'])
  await check(undefined, { folders: ['examples', 'docs'], toolchain: [process.execPath, '-p', '"another version"'] })
  expect(ran).toEqual(['lint', 'unit', 'conformance', 'package'])
})

test('a language whose toolchain is missing is left out, and fails where every one is demanded', async () => {
  const { check, ran } = openLanguage({ toolchain: ['no-such-program'] })
  expect(await check()).toEqual([])
  expect(await check(undefined, {}, { BUNTING_TOOLCHAINS: 'all' })).toMatchObject([{ name: 'klingon', passed: false }])
  expect(ran).toEqual([])
})

test('a toolchain that is too old is none', async () => {
  const tells = (version: string) => ({ toolchain: ['echo', `tlh version ${version}`], atLeast: [1, 26] })
  const { check, ran } = openLanguage()
  for (const version of ['1.9.1', '1.25.3', '0.30']) await check(undefined, tells(version))
  expect(ran).toEqual([])
  await check(undefined, tells('1.26'))
  expect(ran).toEqual(['lint', 'unit', 'conformance', 'package'])
  await check(undefined, tells('2.0'))
  expect(ran).toEqual(['lint', 'unit', 'conformance', 'package'])
})

test('a toolchain that lacks one of its programs is none', async () => {
  const { check, ran } = openLanguage()
  await check(undefined, { besides: [['no-such-program']] })
  expect(ran).toEqual([])
  await check(undefined, { besides: [[process.execPath, '--version']] })
  expect(ran).toEqual(['lint', 'unit', 'conformance', 'package'])
  // Another version of the toolchain counts as a change.
  await check(undefined, { besides: [[process.execPath, '-p', '"another version"']] })
  expect(ran).toEqual(['lint', 'unit', 'conformance', 'package'])
})

test('what the other tests have anyway is not run twice', async () => {
  const { check, ran } = openLanguage({ isPartOfTests: true })
  expect(await check()).toEqual([])
  expect(ran).toEqual([])
  expect(languages.filter(({ isPartOfTests }) => isPartOfTests).map(({ name }) => name)).toEqual(['typescript'])
})
