import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient } from '@bunting/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../../../apps/server/src/testing/servers/server-process.ts'
import { startHere } from '../../../../apps/server/src/testing/servers/start-here.ts'
import { openTestFlags } from '../support/flags.ts'

const folder = () => mkdtemp(join(tmpdir(), 'bunting-outage-'))
const program = fileURLToPath(new URL('../support/application.ts', import.meta.url))

/** An application in a separate process, which prints its flag for each line that it is sent. */
const startApplication = (url: string, key: string, cachePath: string) => {
  const child = spawn(process.execPath, [program, url, key, cachePath], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    ask: async (): Promise<{ value: string; status: string }> => {
      child.stdin.write('?\n')
      return JSON.parse((await lines.next()).value ?? '')
    },
    kill: async (): Promise<void> => {
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

/** The project that the first start created, with a flag whose default can be changed. */
const openProject = async (baseUrl: string, key: string) => {
  const client = createClient({ baseUrl, key })
  const [project] = (await client.listProjects({ query: { slug: 'default' } })).items
  const params = { projectId: project?.id ?? '' }
  const { items } = await client.listEnvironments({ params })
  const envId = items.find(({ slug }) => slug === 'development')?.id ?? ''
  return {
    createFlag: () => client.createFlag({ params, body: { key: 'colour', name: 'Colour', type: 'string' } }),
    set: (version: number, defaultValue: string) =>
      client.createFlagVersion({
        params: { ...params, envId, flagKey: 'colour' },
        body: { version, enabled: true, defaultValue, rules: [] },
      }),
  }
}

test('an application keeps its flags without Bunting, also when it starts then, and is current soon after', async () => {
  const dataDir = await folder()
  const cachePath = join(await folder(), 'flags.json')
  await using first = await startServer({ BUNTING_DATA_DIR: dataDir })
  const key = first.firstKey ?? ''
  const ports = {
    BUNTING_MANAGEMENT_PORT: new URL(first.managementUrl).port,
    BUNTING_DELIVERY_PORT: new URL(first.deliveryUrl).port,
  }
  const project = await openProject(first.managementUrl, key)
  await project.createFlag()
  await project.set(1, 'blue')

  const application = startApplication(first.deliveryUrl, key, cachePath)
  await vi.waitFor(async () => expect(await application.ask()).toEqual({ value: 'blue', status: 'ready' }))
  await project.set(2, 'green')
  await vi.waitFor(async () => expect((await application.ask()).value).toBe('green'))

  await first.kill9()
  await vi.waitFor(async () => expect((await application.ask()).status).toBe('stale'))
  expect((await application.ask()).value).toBe('green')

  await application.kill()
  const restarted = startApplication(first.deliveryUrl, key, cachePath)
  expect((await restarted.ask()).value).toBe('green')

  await using second = await startServer({ BUNTING_DATA_DIR: dataDir, ...ports })
  await (await openProject(second.managementUrl, key)).set(3, 'red')
  await vi.waitFor(async () => expect(await restarted.ask()).toEqual({ value: 'red', status: 'ready' }))
})

test('an application lives through a restored backup: it has what that says, and what is changed from there on', async () => {
  const [dataDir, backup] = [await folder(), await folder()]
  await using first = await startHere({ BUNTING_DATA_DIR: dataDir })
  const key = first.firstKey ?? ''
  const settings = {
    BUNTING_DATA_DIR: dataDir,
    BUNTING_MANAGEMENT_PORT: new URL(first.managementUrl).port,
    BUNTING_DELIVERY_PORT: new URL(first.deliveryUrl).port,
  }
  const project = await openProject(first.managementUrl, key)
  await project.createFlag()
  await project.set(1, 'blue')
  const flags = openTestFlags({ url: first.deliveryUrl, key })
  const has = (value: string) => vi.waitFor(() => expect(flags.string('colour', {}, 'none')).toBe(value))
  await has('blue')
  await first.stop()
  await cp(dataDir, backup, { recursive: true })

  await using second = await startHere(settings)
  await project.set(2, 'green')
  await has('green')
  await second.stop()
  await rm(dataDir, { recursive: true })
  await cp(backup, dataDir, { recursive: true })

  await using _third = await startHere(settings)
  await has('blue')
  await project.set(2, 'red')
  await has('red')
})
