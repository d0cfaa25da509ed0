import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeHome, runBunting, usualVariables } from './support/bunting.ts'
import { useServer } from './support/server.ts'
import { openTerminal } from './support/terminal.ts'

const cli = useServer()

/** A new home directory, without any variables set. */
const openHome = () => {
  const variables = usualVariables(makeHome())
  const file = join(variables.XDG_CONFIG_HOME ?? '', 'bunting', 'profiles.json')
  const run = (args: string[], input = '') => runBunting(args, { variables, input })
  const login = (...more: string[]) => {
    const { managementUrl, deliveryUrl, firstKey = '' } = cli.server
    return run(
      ['login', '--url', managementUrl, '--delivery-url', deliveryUrl, '--key-stdin', ...more],
      `${firstKey}\n`,
    )
  }
  return { file, variables, run, login, read: () => JSON.parse(readFileSync(file, 'utf8')) }
}

test('a login is kept where only its owner can read it, and commands use it', async () => {
  const home = openHome()
  expect(await home.run(['projects', 'list'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bunting login'),
  })
  expect(await home.login()).toMatchObject({ code: 0, stderr: expect.stringContaining('Logged in') })
  expect(statSync(home.file).mode & 0o777).toBe(0o600)
  expect(statSync(join(home.file, '..')).mode & 0o777).toBe(0o700)
  expect((await home.run(['projects', 'list'])).stdout).toContain('default')
})

test('with one project the environment of the key is remembered, and `use` changes it', async () => {
  const home = openHome()
  await home.login()
  expect(home.read().profiles.default).toMatchObject({ project: 'default', environment: 'development' })
  expect((await home.run(['use', 'default', 'staging'])).stderr).toContain('Using default, staging')
  expect(home.read().profiles.default).toMatchObject({ project: 'default', environment: 'staging' })
  await home.run(['flags', 'create', 'remembered'])
  expect((await home.run(['flags', 'on', 'remembered'])).stderr).toContain('remembered in staging')
  expect(await home.run(['use', 'default', 'stging'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean "staging"?'),
  })
})

test('a key that the server refuses is not kept', async () => {
  const home = openHome()
  const args = ['login', '--url', cli.server.managementUrl, '--key-stdin']
  expect(await home.run(args, 'sk_wrong')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('INVALID_API_KEY'),
  })
  expect(existsSync(home.file)).toBe(false)
})

test('profiles are listed without their keys, switched, chosen and forgotten', async () => {
  const home = openHome()
  await home.login('--profile', 'one')
  await home.login('--profile', 'two')
  const { stdout } = await home.run(['profiles', 'list'])
  expect(stdout).toMatch(/^\* {2}two/m)
  expect(stdout).not.toContain(cli.server.firstKey)
  await home.run(['profiles', 'switch', 'one'])
  expect(home.read().current).toBe('one')
  expect(await home.run(['projects', 'list', '--profile', 'tow'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "two"?'),
  })
  await home.run(['logout'])
  expect(home.read()).toMatchObject({ profiles: { two: {} } })
  expect(home.read().profiles.one).toBeUndefined()
  expect(await home.run(['projects', 'list', '--profile', 'two'])).toMatchObject({ code: 0 })
})

test('variables go before the profile, and the key of a profile goes to no other address', async () => {
  const home = openHome()
  await home.login()
  const other = { ...home.variables, BUNTING_URL: 'http://127.0.0.1:1' }
  const alone = await runBunting(['projects', 'list'], { variables: other })
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('BUNTING_KEY is not') })
  const both = await runBunting(['projects', 'list'], { variables: { ...other, BUNTING_KEY: 'sk_x' } })
  expect(both).toMatchObject({ code: 3, stderr: expect.stringContaining('http://127.0.0.1:1 cannot be reached') })
  const named = await runBunting(['projects', 'list', '--profile', 'default'], { variables: other })
  expect(named.code).toBe(0)
})

test('on a terminal it asks, and does not show the key', async () => {
  const home = openHome()
  const terminal = openTerminal(['login', '--delivery-url', cli.server.deliveryUrl], home.variables)
  await terminal.sees('URL [http://127.0.0.1:4000]:')
  terminal.type(cli.server.managementUrl)
  await terminal.sees('Server key')
  terminal.type(cli.server.firstKey ?? '')
  await terminal.sees('Logged in')
  expect(await terminal.ended).toBe(0)
  expect(terminal.shown()).not.toContain(cli.server.firstKey)
  expect(home.read().profiles.default.key).toBe(cli.server.firstKey)
})

test('without a terminal it says which options to use', async () => {
  expect(await openHome().run(['login'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no terminal') })
})
