import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { binary, makeHome, runBunting, spawnBunting, usualVariables } from './support/bunting.ts'

test('serve starts a server, passes signals on, and ends as it does', async () => {
  // Variables of the command line must not reach the server, which refuses unknown ones.
  const mine = { BUNTING_URL: 'http://127.0.0.1:1', BUNTING_KEY: 'sk_x', BUNTING_PROFILE: 'x' }
  const dataDir = join(makeHome(), 'data')
  const args = ['serve', '--port', '0', '--delivery-port', '0', '--data-dir', dataDir]
  const child = spawn(process.execPath, [binary, ...args], { env: { ...usualVariables(), ...mine } })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  await vi.waitFor(() => expect(stdout).toContain('Ctrl-C'))
  const find = (pattern: RegExp): string => pattern.exec(stdout)?.[1] ?? ''
  const variables = { BUNTING_URL: find(/Management API +(\S+)/), BUNTING_KEY: find(/^ +(sk_\S+)$/m) }
  expect((await runBunting(['projects', 'list'], { variables })).stdout).toContain('default')
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  expect({ code, stopped: stdout.includes('Stopping') }).toEqual({ code: 0, stopped: true })
})

test('a server that cannot start says why, and that is exit code 1', async () => {
  const { code, stderr } = await spawnBunting(['serve'], { BUNTING_ROLE: 'everything' })
  expect(code).toBe(1)
  expect(stderr).toContain('BUNTING_ROLE is "everything"')
})
