import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ApiError, createClient } from '@bunting/contract'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import {
  programAt,
  type ServerProcess,
  type Settings,
  startServer,
} from '../../../../apps/server/src/testing/servers/server-process.ts'
import { createDatabase, startRedis } from '../../../../apps/server/src/testing/services.ts'
import { startBalancer } from '../support/balancer.ts'
import { openTestFlags } from '../support/flags.ts'

/** The version that is replaced, in its released form. */
const earlier = '0.1.0'

const temporary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-rolling-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const layOutProgram = (): readonly string[] => {
  const folder = temporary()
  const kept = fileURLToPath(new URL(`../../../../fixtures/${earlier}/program.tar.gz`, import.meta.url))
  execFileSync('tar', ['-xzf', kept, '-C', folder])
  return programAt(join(folder, 'dist', 'main.js'))
}

/** Repeats requests that break before they are answered, like a client. Any answer is final. */
const persistently = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if ((error as ApiError).code !== undefined) throw error
      await setTimeout(20)
    }
  }
}

test('instances are upgraded one after the other under load: no evaluation fails and no change is lost', async () => {
  const old = { program: layOutProgram() }
  const database = await createDatabase(inject('postgresUrl'))
  const redis = await startRedis()
  onTestFinished(async () => {
    await redis.stop()
    await database.drop()
  })
  const start = async (settings: Settings, how: { program?: readonly string[] } = {}): Promise<ServerProcess> => {
    const server = await startServer({ REDIS_URL: redis.url, BUNTING_RATE_LIMIT_SERVER: 'off', ...settings }, how)
    onTestFinished(async () => void (await server.kill9()))
    return server
  }
  const managing = { BUNTING_ROLE: 'management', DATABASE_URL: database.url }
  const delivering = () => ({ BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: temporary() })
  const management = await start(managing, old)
  const [one, two] = await Promise.all([start(delivering(), old), start(delivering(), old)])
  await using managementDoor = await startBalancer()
  await using deliveryDoor = await startBalancer()
  managementDoor.serve(management.managementUrl)
  deliveryDoor.serve(one.deliveryUrl, two.deliveryUrl)

  const key = management.firstKey ?? ''
  const api = createClient({ baseUrl: managementDoor.url, key })
  const [project] = (await api.listProjects({ query: { slug: 'default' } })).items
  const params = { projectId: project?.id ?? '' }
  const { items } = await api.listEnvironments({ params })
  const place = { ...params, envId: items.find(({ slug }) => slug === 'development')?.id ?? '', flagKey: 'step' }
  await api.createFlag({ params, body: { key: 'step', name: 'Step', type: 'number' } })
  const save = (version: number) =>
    api.createFlagVersion({ params: place, body: { version, enabled: true, defaultValue: version, rules: [] } })
  await save(1)

  let over = false
  let evaluated = 0
  const failed: unknown[] = []
  const evaluate = async (): Promise<number> => {
    const response = await fetch(`${deliveryDoor.url}/v1/evaluate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ flagKey: 'step', context: {} }),
    })
    const body = await response.json()
    if (response.status !== 200 || typeof body.value !== 'number') failed.push({ status: response.status, body })
    return body.value
  }
  await vi.waitFor(async () => expect(await evaluate()).toBe(1))
  failed.length = 0
  const sdks = Array.from({ length: 3 }, () => openTestFlags({ url: deliveryDoor.url, key }))
  await Promise.all(sdks.map((flags) => flags.ready()))
  const askers = Array.from({ length: 4 }, async () => {
    while (!over) {
      await persistently(evaluate)
      evaluated++
      for (const flags of sdks) if (flags.number('step', {}, -1) === -1) failed.push('an SDK without a flag')
      await setTimeout(10)
    }
  })
  let saved = 1
  const writer = (async () => {
    while (!over) {
      const next = saved + 1
      // A conflict means that the unanswered request was applied, and took this number.
      await persistently(() => save(next)).catch(({ code }: ApiError) => expect(code).toBe('VERSION_CONFLICT'))
      saved = next
      await setTimeout(20)
    }
  })()
  const goesOn = async (): Promise<void> => {
    const before = { evaluated, saved }
    await vi.waitFor(() => {
      expect(evaluated).toBeGreaterThan(before.evaluated + 20)
      expect(saved).toBeGreaterThan(before.saved + 5)
    })
  }

  await goesOn()
  // Delivery is upgraded first, so that no instance ever reads data newer than itself.
  const newOne = await start(delivering())
  deliveryDoor.serve(newOne.deliveryUrl, two.deliveryUrl)
  expect(await one.stop()).toEqual({ code: 0, signal: null })
  await goesOn()
  const newTwo = await start(delivering())
  deliveryDoor.serve(newOne.deliveryUrl, newTwo.deliveryUrl)
  expect(await two.stop()).toEqual({ code: 0, signal: null })
  await goesOn()
  const newManagement = await start(managing)
  managementDoor.serve(newManagement.managementUrl)
  expect(await management.stop()).toEqual({ code: 0, signal: null })
  await goesOn()
  over = true
  await Promise.all([...askers, writer])

  expect(failed).toEqual([])
  const history = await api.getFlagVersion({ params: { ...place, version: String(saved) } })
  expect(history.version).toBe(saved)
  await expect(api.getFlagVersion({ params: { ...place, version: String(saved + 1) } })).rejects.toThrow()
  expect(await api.verifyAuditLog({})).toMatchObject({ ok: true })
  await vi.waitFor(async () => {
    expect(sdks.map((flags) => flags.number('step', {}, -1))).toEqual(sdks.map(() => saved))
    expect(await evaluate()).toBe(saved)
  })
})
