import { expect } from 'vitest'
import { comesUp, launchServer, type Settings } from '../../../src/testing/server-process.ts'
import { makeDataDir } from './databases.ts'

/** The one line with which a start is refused. */
export const refusal = async (settings: Settings): Promise<string> => {
  const launched = launchServer({ BUNTING_DATA_DIR: await makeDataDir(), ...settings })
  if (await comesUp(launched)) await launched.kill9()
  expect(launched.stdout()).toBe('')
  expect(await launched.exited).toEqual({ code: 1, signal: null })
  const said = launched.stderr()
  expect(said).toMatch(/^[^\n]+\n$/)
  return said
}
