import { readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLastKnown } from '../../src/delivery/cache/disk-copy.ts'
import { makeFolder } from '../../src/testing/services/make-folder.ts'

const open = async (restMs?: () => number, dirname?: string) => {
  const folder = await makeFolder('last-known')
  onTestFinished(() => rm(folder, { recursive: true }))
  const errors: unknown[] = []
  const dir = dirname === undefined ? folder : join(folder, dirname)
  const copy = openLastKnown(dir, (error) => errors.push(error), restMs)
  const read = (key: string) => readFileSync(join(dir, `${key}.json`), 'utf8')
  return { folder, copy, read, errors }
}

test('what is remembered is written, and recalled with its age', async () => {
  const { copy } = await open()
  copy.remember('a', () => 'one', true)
  await vi.waitFor(async () => expect(await copy.recall('a')).toMatchObject({ text: 'one' }))
  copy.remember('a', undefined, true)
  await vi.waitFor(async () => expect(await copy.recall('a')).toBeUndefined())
})

test('what changes all the time is written now and then, as it is then, and once more at the end', async () => {
  const { copy, read } = await open(() => 3_600_000)
  let asked = 0
  const text = (value: string) => () => {
    asked++
    return value
  }
  copy.remember('a', text('0'), true)
  await vi.waitFor(() => expect(read('a')).toBe('0'))
  for (let change = 1; change <= 100; change++) copy.remember('a', text(String(change)), true)
  expect(asked, 'nobody puts a text together that is not written').toBe(1)
  await copy.close()
  expect(read('a')).toBe('100')
  expect(asked).toBe(2)
})

test('what is not new is not asked for its text, unless its copy is gone', async () => {
  const { copy, read, folder } = await open()
  copy.remember('a', () => 'one', true)
  await copy.close()
  copy.remember('a', () => expect.fail('it is there'), false)
  await copy.close()
  expect(read('a')).toBe('one')
  await rm(join(folder, 'a.json'))
  copy.remember('a', () => 'two', false)
  await copy.close()
  expect(read('a')).toBe('two')
})

test('a copy is whole, or as it was: nothing half-written lies in its place', async () => {
  const { copy, folder, read } = await open()
  copy.remember('a', () => 'x'.repeat(1_000_000), true)
  await copy.close()
  expect(read('a')).toHaveLength(1_000_000)
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('where nothing can be written that is said, and nothing fails', async () => {
  const { folder, copy, errors } = await open(undefined, 'a-file/below')
  await writeFile(join(folder, 'a-file'), '')
  for (const value of ['one', 'two']) {
    copy.remember('a', () => value, true)
    await copy.close()
  }
  expect(errors).toHaveLength(2)
  expect(await copy.recall('a')).toBeUndefined()
})
