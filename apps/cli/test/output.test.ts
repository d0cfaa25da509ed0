import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { binary, usualVariables } from './support/bunting.ts'
import { listenWith, openProxy } from './support/proxy.ts'
import { useServer } from './support/server.ts'
import { openTerminal, type Terminal } from './support/terminal.ts'

const cli = useServer()
const esc = '\u001b'
const steering = [esc, '\u0007', '\u009b', '\u202e']

/** The output without the waiting message: on a busy machine any command may take a second. */
const shownBy = (terminal: Terminal): string =>
  terminal.shown().replaceAll(new RegExp(`\\r${esc}\\[2K(. Waiting for the server)?`, 'gu'), '')

test('with --json the answer of the API comes as it is', async () => {
  const { id, run } = await cli.newProject()
  await run('flags create a')
  const params = { projectId: id, flagKey: 'a' }
  expect(JSON.parse((await run('flags get a --json')).stdout)).toEqual(await cli.api.getFlag({ params }))
  expect(JSON.parse((await run('flags list --json --limit 1')).stdout)).toEqual(
    await cli.api.listFlags({ params, query: { limit: 1 } }),
  )
})

test('lists come page by page, or whole', async () => {
  const { id, run } = await cli.newProject()
  const params = { projectId: id }
  for (const key of ['a', 'b', 'c']) await cli.api.createFlag({ params, body: { key, name: key, type: 'boolean' } })
  const first = JSON.parse((await run('flags list --limit 2 --json')).stdout)
  expect(first).toMatchObject({ items: [{ key: 'c' }, { key: 'b' }], hasMore: true })
  const second = JSON.parse((await run(`flags list --limit 2 --cursor ${first.nextCursor} --json`)).stdout)
  expect(second).toMatchObject({ items: [{ key: 'a' }], hasMore: false, nextCursor: null })
  expect((await run('flags list --limit 2')).stderr).toContain(`--cursor ${first.nextCursor}`)
  expect(JSON.parse((await run('flags list --all --json')).stdout).items).toHaveLength(3)
})

test('colours come on a terminal alone, and never with NO_COLOR', async () => {
  expect((await cli.run('projects list')).stdout).not.toContain(esc)
  const coloured = openTerminal(['projects', 'list'], cli.variables)
  expect(await coloured.ended).toBe(0)
  expect(coloured.shown()).toContain(`${esc}[2mSLUG`)
  const plain = openTerminal(['projects', 'list'], { ...cli.variables, NO_COLOR: '1' })
  expect(await plain.ended).toBe(0)
  expect(shownBy(plain)).not.toContain(esc)
})

test('a name from the server cannot steer a terminal', async () => {
  const { slug, run } = await cli.newProject()
  await run('flags create a --name plain')
  const name = `${esc}]0;owned\u0007${esc}[2J\u009b31m\u202eevil\nline`
  // Our server accepts no such name. One that stored it before, or another server, would still send it.
  await using hostile = await listenWith(async ({ url, headers }, response) => {
    const answer = await fetch(`${cli.server.managementUrl}${url}`, {
      headers: { authorization: `${headers.authorization}` },
    })
    response.setHeader('content-type', 'application/json')
    response.end((await answer.text()).replaceAll('"plain"', JSON.stringify(name)))
  })
  const variables = { ...cli.variables, BUNTING_URL: hostile.url }

  const shown = '\\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u202eevil\\nline'
  expect((await run('flags list', { variables })).stdout).toContain(shown)
  const terminal = openTerminal(['flags', 'get', 'a', '--project', slug], { ...variables, NO_COLOR: '1' })
  expect(await terminal.ended).toBe(0)
  expect(terminal.shown()).toContain(shown)
  for (const each of steering) expect(shownBy(terminal)).not.toContain(each)

  const { stdout } = await run('flags get a --json', { variables })
  for (const each of steering) expect(stdout).not.toContain(each)
  expect(JSON.parse(stdout).name).toBe(name)
})

test('whatever takes over a second is seen to go on, and leaves no trace', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await using proxy = await openProxy(cli.server.managementUrl, () => released)
  const terminal = openTerminal(['projects', 'list'], { ...cli.variables, BUNTING_URL: proxy.url })
  await terminal.sees('Waiting for the server')
  release()
  expect(await terminal.ended).toBe(0)
  expect(terminal.shown()).toContain(`${esc}[2K${esc}[2mSLUG`)
})

test('who has read enough may go: no error, no noise', async () => {
  const child = spawn(process.execPath, [binary, 'projects', 'list'], {
    env: { ...usualVariables(), ...cli.variables },
  })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
