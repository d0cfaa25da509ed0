import { expect } from 'vitest'
import { StartupError } from '../../../src/base/startup-error.ts'
import { comesUp, launchServer, type Settings } from '../../../src/testing/servers/server-process.ts'
import { startHere } from '../../../src/testing/servers/start-here.ts'
import { makeDataDir } from './databases.ts'

/** The single line that a refused start prints. */
export const refusal = async (settings: Settings): Promise<string> => {
  const launched = launchServer({ BUNTING_DATA_DIR: await makeDataDir(), ...settings })
  if (await comesUp(launched)) await launched.kill9()
  expect(launched.stdout()).toBe('')
  expect(await launched.exited).toEqual({ code: 1, signal: null })
  const said = launched.stderr()
  expect(said).toMatch(/^[^\n]+\n$/)
  return said
}

/** The same for a start in this process: the message of the `StartupError` is all that would be printed. */
export const refusalHere = async (settings: Settings): Promise<string> => {
  const error = await startHere(settings).catch((problem) => problem)
  expect(error).toBeInstanceOf(StartupError)
  expect(error.message).toMatch(/^[^\n]+$/)
  return error.message
}
