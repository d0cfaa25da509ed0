import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test, vi } from 'vitest'
import { event, today } from '../../src/testing/events.ts'
import { launchServer, type ServerProcess, startServer } from '../../src/testing/servers/server-process.ts'
import { config } from '../../src/testing/test-organization.ts'
import { databases, makeDataDir } from './support/databases.ts'
import { evaluate, openOrganization } from './support/organization.ts'
import { startRegistry } from './support/registry.ts'

// Tests the output of `npm run build` in the way that people use it.

const root = join(import.meta.dirname, '../../../..')
const runScript = (script: string) => promisify(execFile)(process.execPath, [script], { cwd: root })
/** Runs `npm run build -- --out`, unless nothing has changed since. */
const out = (await runScript('scripts/build/ensure-artifacts.mjs')).stdout.trim()
await runScript('scripts/packages/ensure-runtimes.mjs')
const executable = join(out, 'bunting')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const lowestNode = join(root, `scripts/packages/runtimes/node_modules/node-24-linux-${process.arch}/bin/node`)
/** Runs in an empty folder, with an empty environment and without Node. */
const inAnEmptyFolder = ['sh', '-c', `cd "${await makeDataDir()}" && exec "$@"`, 'sh']

const readPage = async (url: string): Promise<string> => {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  expect(response.status, url).toBe(200)
  return response.text()
}

/** Checks the pages and their files, a change that arrives, and the figures of a day: these involve threads and workers. */
const tryAll = async (server: ServerProcess): Promise<void> => {
  const { managementUrl } = server
  const page = await readPage(managementUrl)
  const [script = ''] = /assets\/index-[^"]+\.js/.exec(page) ?? []
  expect(await readPage(`${managementUrl}/${script}`)).toContain('import')
  expect(await readPage(`${managementUrl}/docs/swagger-ui.css`)).toContain('.swagger-ui')

  const organization = await openOrganization(server.firstKey ?? '', server)
  const flag = await organization.createFlag({ type: 'number' })
  await organization.put(organization.at(flag.key), config({ version: 1, defaultValue: 7 }))
  await vi.waitFor(async () => {
    const { body } = await evaluate(server, organization.key, flag.key)
    expect(body).toMatchObject({ value: 7 })
  })
  const environmentId = organization.environmentId('development')
  const sent = await organization.post('/v1/telemetry/events', { events: [event(organization, { flagKey: flag.key })] })
  expect(sent.status).toBe(202)
  await organization.post('/v1/telemetry/backfill', { date: today(), environmentId })
  const usage = await organization.get(`${organization.base}/flags/${flag.key}/usage?environmentId=${environmentId}`)
  expect(usage.body.rows).toMatchObject([{ date: today() }])
}

test('the executable is all there is to install: it starts in an empty folder, with an empty environment', async () => {
  const alone = { BUNTING_MANAGEMENT_PORT: '0', BUNTING_DELIVERY_PORT: '0' }
  const given = Object.entries(alone).map(([name, value]) => `${name}=${value}`)
  const program = [...inAnEmptyFolder, 'env', '-i', ...given, executable, 'serve']
  await using server = await startServer({}, { program })
  await tryAll(server)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})

test('the executable works with PostgreSQL, Redis and worker processes', async () => {
  await using database = await databases.PostgreSQL()
  const settings = { ...database.settings, REDIS_URL: inject('redisUrl'), BUNTING_DELIVERY_WORKERS: '2', PATH: '' }
  await using server = await startServer(settings, { program: ['/bin/sh', '-c', 'exec "$0" serve', executable] })
  await tryAll(server)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})

test('the executable says what it cannot do as the server does', async () => {
  const launched = launchServer({ BUNTING_ROLE: 'everything' }, { program: [executable, 'serve'] })
  expect(await launched.exited).toEqual({ code: 1, signal: null })
  expect(launched.stderr()).toContain('BUNTING_ROLE is "everything"')
  expect(execFileSync(executable, ['--version'], { env: {}, encoding: 'utf8' })).toBe(`${version}\n`)
})

test('the package is installed by npm with nothing besides, and runs on the lowest Node that it promises', async () => {
  const prefix = await makeDataDir()
  const [tarball = ''] = readdirSync(out).filter((name) => /^bunting-\d.*\.tgz$/.test(name))
  const args = ['install', '--global', '--offline', '--prefix', prefix, '--loglevel=error', join(out, tarball)]
  execFileSync('npm', args, { stdio: 'pipe' })
  expect(readdirSync(join(prefix, 'lib', 'node_modules'))).toEqual(['bunting'])
  const installed = join(prefix, 'bin', 'bunting')
  expect(execFileSync(installed, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
  const { engines, ...manifest } = JSON.parse(
    readFileSync(join(prefix, 'lib/node_modules/bunting/package.json'), 'utf8'),
  )
  expect(engines.node, 'the lowest Node is tried').toBe(
    `>=${execFileSync(lowestNode, ['--version'], { encoding: 'utf8' }).trim().slice(1)}`,
  )
  expect(Object.keys(manifest)).toEqual(
    expect.arrayContaining(['description', 'keywords', 'license', 'repository', 'homepage', 'bugs']),
  )
  expect(readFileSync(join(prefix, 'lib/node_modules/bunting/THIRD-PARTY-NOTICES.txt'), 'utf8')).toMatch(
    /^hono .*^react /ms,
  )
  await using database = await databases.SQLite()
  await using server = await startServer(database.settings, { program: [lowestNode, installed, 'serve'] })
  await tryAll(server)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})

test('every SDK is installed from the release’s files as the page says, with none of Bunting’s from a registry', async () => {
  const page = readFileSync(join(root, 'docs/getting-it.md'), 'utf8')
  const commands = page.match(/^npm install .*\.\/release\/.*$/gm) ?? []
  const names = commands.map((command) => /.*bunting-(.+)-\d/.exec(command)?.[1] ?? '')
  expect(names.sort()).toEqual(['openfeature', 'sdk-react', 'sdk-server', 'sdk-web'])
  for (const command of commands) {
    const folder = await makeDataDir()
    symlinkSync(out, join(folder, 'release'))
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    // A registry that does not exist, so that npm cannot download anything from it.
    writeFileSync(join(folder, '.npmrc'), '@bunting:registry=http://127.0.0.1:1/\nfetch-retries=0\n')
    const [npm = '', ...args] = command.split(' ')
    execFileSync(npm, [...args, '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' })
    const entry = command.includes('openfeature') ? '' : `@bunting/${/.*bunting-(.+)-\d/.exec(command)?.[1]}`
    if (entry !== '') execFileSync(process.execPath, ['-e', `import('${entry}')`], { cwd: folder, stdio: 'pipe' })
  }
})

test('an SDK is installed by its name from a private registry, as the page says', async () => {
  const [, written = ''] =
    /```console\n(for file[\s\S]*?)```/.exec(readFileSync(join(root, 'docs/getting-it.md'), 'utf8')) ?? []
  await using registry = await startRegistry()
  const folder = await makeDataDir()
  symlinkSync(out, join(folder, 'release'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  // The token of a user who may publish there.
  writeFileSync(join(folder, '.npmrc'), `${registry.url.replace('http:', '')}/:_authToken=somebody\n`)
  const script = written.replaceAll('https://npm.example.com', registry.url)
  await promisify(execFile)('sh', ['-e', '-c', script], { cwd: folder })
  const names = ['engine', 'openfeature', 'sdk-core', 'sdk-react', 'sdk-server', 'sdk-web']
  expect(registry.names()).toEqual([...names.map((name) => `@bunting/${name}`), 'bunting'])
  execFileSync(process.execPath, ['-e', `import('@bunting/sdk-server')`], { cwd: folder, stdio: 'pipe' })
})

test('there is a tarball of every package, and none of them reaches out of itself', () => {
  const tarballs = readdirSync(out).filter((name) => name.endsWith('.tgz'))
  const packages = ['', 'engine-', 'openfeature-', 'sdk-core-', 'sdk-react-', 'sdk-server-', 'sdk-web-']
  expect(tarballs.sort()).toEqual(packages.map((name) => `bunting-${name}${version}.tgz`).sort())
  for (const name of tarballs) {
    const text = execFileSync('tar', ['-xzOf', join(out, name), '--wildcards', '*js', '*json'], {
      encoding: 'latin1',
      maxBuffer: 2 ** 28,
    })
    expect(text.includes('../../..'), name).toBe(false)
    expect(text.includes(root), name).toBe(false)
  }
})
