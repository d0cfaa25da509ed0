import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../apps/server/src/testing/test-organization.ts'
import { openPage } from '../../packages/sdk-web/test/support/browser.ts'
import { bundleForBrowsers } from '../../packages/sdk-web/test/support/bundle-for-browsers.ts'

const server = await startTestServer()
const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** An organization with the examples' flag. */
const openOrganization = async () => {
  const org = await server.newOrganization()
  await org.createFlag({ key: 'greeting', type: 'string', clientSafe: true })
  let version = 0
  const greetWith = (defaultValue: string) => org.put(org.at('greeting'), config({ version: ++version, defaultValue }))
  await greetWith('Welcome')
  return { org, greetWith }
}

/** Runs a program, and collects its output. */
const run = (file: string, key: string) => {
  const env = { PATH: process.env.PATH, BUNTING_DELIVERY_URL: server.deliveryUrl, BUNTING_KEY: key, PORT: '0' }
  const child = spawn(process.execPath, [pathOf(file)], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  return { printed: () => printed, ended: once(child, 'close') }
}

/** A page of an example, built and opened in a browser. */
const open = async (folder: string, script: string, key: string) => {
  const html = readFileSync(pathOf(`${folder}/index.html`), 'utf8')
  const built = await bundleForBrowsers(pathOf(`${folder}/${script}`))
  const { page, errors } = await openPage(
    { '/': html, [`/${script}`]: built },
    `?${new URLSearchParams({ url: server.deliveryUrl, key })}`,
  )
  return { heading: () => page.textContent('h1'), errors }
}

test('the Node service greets as the flag says, and follows it', async () => {
  const { org, greetWith } = await openOrganization()
  const { printed } = run('node-service/main.ts', org.key)
  const port = await vi.waitFor(() => /port: (\d+)/.exec(printed())?.[1] ?? Promise.reject(new Error(printed())))
  const greet = async () => (await fetch(`http://127.0.0.1:${port}/?user=ada`)).text()
  expect(await greet()).toBe('Welcome, ada!\n')
  await greetWith('Hi')
  await vi.waitFor(async () => expect(await greet()).toBe('Hi, ada!\n'))
})

test('OpenFeature greets as the flag says', async () => {
  const { org } = await openOrganization()
  const { printed, ended } = run('openfeature/main.ts', org.key)
  expect(await ended).toEqual([0, null])
  expect(printed()).toBe('Welcome, ada! (STATIC)\n')
})

test('two services are compared by OpenFeature, and the one that is left decides', async () => {
  const { org, greetWith } = await openOrganization()
  const agreed = run('openfeature/both.ts', org.key)
  expect(await agreed.ended).toEqual([0, null])
  expect(agreed.printed()).toBe('Welcome, ada!\nWelcome, grace!\nWelcome, joan!\nBoth agree.\n')
  await greetWith('Hi')
  const differing = run('openfeature/both.ts', org.key)
  expect(await differing.ended).toEqual([0, null])
  expect(differing.printed()).toBe('Welcome, ada!\nWelcome, grace!\nWelcome, joan!\nThey differ: {"greeting":3}\n')
})

test.each([
  ['page', 'browser-page', 'main.ts'],
  ['React app', 'react-app', 'main.tsx'],
])('the %s greets as the flag says, and follows it', async (_name, folder, script) => {
  const { org, greetWith } = await openOrganization()
  const { key } = await org.createKey({ type: 'client' })
  const { heading, errors } = await open(folder, script, key)
  await vi.waitFor(async () => expect(await heading()).toBe('Welcome, ada!'))
  await greetWith('Hi')
  await vi.waitFor(async () => expect(await heading()).toBe('Hi, ada!'))
  expect(errors).toEqual([])
})
