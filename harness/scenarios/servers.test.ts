import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@bunting/contract'
import { expect, vi } from 'vitest'
import { programAt, startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import { startHere } from '../../apps/server/src/testing/servers/start-here.ts'
import { bundle } from '../support/bundles.ts'
import { scenario } from '../support/scenario.ts'

const timing = 0.1
const temporary = () => mkdtemp(join(tmpdir(), 'bunting-harness-'))

/** The project of the first start, with a flag whose default value can be changed. */
const openProject = async (baseUrl: string, key: string) => {
  const api = createClient({ baseUrl, key })
  const [project] = (await api.listProjects({ query: { slug: 'default' } })).items
  const params = { projectId: project?.id ?? '' }
  const { items } = await api.listEnvironments({ params })
  const place = { ...params, envId: items.find(({ slug }) => slug === 'development')?.id ?? '', flagKey: 'colour' }
  return {
    createFlag: () => api.createFlag({ params, body: { key: 'colour', name: 'Colour', type: 'string' } }),
    set: (version: number, defaultValue: string) =>
      api.createFlagVersion({ params: place, body: { version, enabled: true, defaultValue, rules: [] } }),
  }
}

const portsOf = ({ managementUrl, deliveryUrl }: { managementUrl: string; deliveryUrl: string }) => ({
  BUNTING_MANAGEMENT_PORT: new URL(managementUrl).port,
  BUNTING_DELIVERY_PORT: new URL(deliveryUrl).port,
})

scenario(27, 'a restored backup: it has what that says, and what is changed from there on', async ({ open }) => {
  const [dataDir, backup] = [await temporary(), await temporary()]
  await using first = await startHere({ BUNTING_DATA_DIR: dataDir })
  const key = first.firstKey ?? ''
  const settings = { BUNTING_DATA_DIR: dataDir, ...portsOf(first) }
  const project = await openProject(first.managementUrl, key)
  await project.createFlag()
  await project.set(1, 'blue')
  const client = await open({ url: first.deliveryUrl, key, timing })
  await client.answers('colour', 'blue')
  await first.stop()
  await cp(dataDir, backup, { recursive: true })

  await using second = await startHere(settings)
  await project.set(2, 'green')
  await client.answers('colour', 'green')
  await second.stop()
  await rm(dataDir, { recursive: true })
  await cp(backup, dataDir, { recursive: true })

  await using _third = await startHere(settings)
  await client.answers('colour', 'blue')
  await project.set(2, 'red')
  await client.answers('colour', 'red')
  await client.close()
})

scenario(27, 'revisions that leap, and a lower one', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const holding = (revision: number) => bundle({ flag: { defaultValue: revision } }, { revision })
  delivery.has(holding(5))
  const client = await open({ url: delivery.url })
  await client.answers('flag', 5)
  for (const revision of [4_000_000_000_000, 3, 2]) {
    await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
    delivery.sends(holding(revision))
    await client.answers('flag', revision)
  }
})

scenario(28, 'an upgrade of a released server: no evaluation fails, and flags are current', async ({ open }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-harness-'))
  const kept = fileURLToPath(new URL('../../fixtures/0.1.0/program.tar.gz', import.meta.url))
  execFileSync('tar', ['-xzf', kept, '-C', folder])
  const dataDir = await temporary()
  const old = await startServer({ BUNTING_DATA_DIR: dataDir }, { program: programAt(join(folder, 'dist', 'main.js')) })
  const key = old.firstKey ?? ''
  const project = await openProject(old.managementUrl, key)
  await project.createFlag()
  await project.set(1, 'blue')
  const client = await open({ url: old.deliveryUrl, key, timing })
  await client.answers('colour', 'blue')
  let isOver = false
  const failed: unknown[] = []
  const evaluating = (async () => {
    while (!isOver) {
      const answer = await client.evaluate('colour', 'none')
      if (answer.value === 'none') failed.push(answer)
    }
  })()
  await old.stop()
  await using renewed = await startServer({ BUNTING_DATA_DIR: dataDir, ...portsOf(old) })
  await (await openProject(renewed.managementUrl, key)).set(2, 'green')
  await client.answers('colour', 'green')
  isOver = true
  await evaluating
  expect(failed).toEqual([])
  await client.close()
})

const conditions = [{ attribute: 'plan', operator: 'equals', value: 'pro' }]
const ruleOf = (fields: object) => ({
  id: 'r',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions,
  value: 'x',
  ...fields,
})
const unknown: Record<string, object> = {
  operator: { rules: [ruleOf({ conditions: [{ attribute: 'a', operator: 'sounds_like', value: 'b' }] })] },
  field: { rules: [ruleOf({ holdout: 5 })] },
  'kind of condition': { rules: [ruleOf({ conditions: [{ weather: 'rain' }] })] },
  'field of the config': { experiment: {} },
}
for (const [what, fields] of Object.entries(unknown)) {
  scenario(
    29,
    `a newer server's ${what}: that flag falls back, told once, the others go on`,
    async ({ open, openDelivery }) => {
      const delivery = await openDelivery()
      const sent = (revision: number, strange: object) =>
        bundle({ known: { defaultValue: 'known' }, strange: { defaultValue: 'old', ...strange } }, { revision })
      delivery.has(sent(1, fields))
      const client = await open({ url: delivery.url })
      await client.answers('known', 'known')
      const answer = { value: 'mine', reason: 'ERROR', errorCode: 'GENERAL' }
      expect(await client.evaluate('strange', 'mine')).toEqual(answer)
      expect(await client.evaluate('strange', 'mine')).toEqual(answer)
      await client.toldErrors('BAD_ANSWER')
      await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
      delivery.sends(sent(2, {}))
      await client.answers('strange', 'old')
      expect(await client.errors()).toEqual(['BAD_ANSWER'])
    },
  )
}

scenario(29, "a newer server's type and segment cost the flags that have them", async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const { flags } = bundle({
    known: { defaultValue: 'known' },
    typed: { defaultValue: 'x' },
    audience: {
      defaultValue: 'x',
      rules: [ruleOf({ conditions: [{ operator: 'in_segment', value: 'new' }] })],
    } as never,
  })
  const strange = { ...flags, typed: { ...flags.typed, type: 'duration' } }
  const segments = { new: { unit: null, config: { version: 1, included: [], excluded: [], rules: [], weights: [] } } }
  delivery.has({ ...bundle({}), flags: strange, segments })
  const client = await open({ url: delivery.url })
  await client.answers('known', 'known')
  for (const key of ['typed', 'audience']) {
    expect(await client.evaluate(key, 'mine')).toMatchObject({ value: 'mine', errorCode: 'GENERAL' })
  }
})

scenario(
  29,
  'a format of tomorrow: every flag falls back, told once, and all are known again later',
  async ({ open, openDelivery }) => {
    const delivery = await openDelivery()
    const sent = (format: number, revision: number) =>
      bundle({ one: { defaultValue: 'known' }, two: { defaultValue: 'known' } }, { format, revision })
    delivery.has(sent(3, 1))
    const client = await open({ url: delivery.url })
    await client.ready()
    for (const key of ['one', 'two']) {
      expect(await client.evaluate(key, 'mine')).toMatchObject({ value: 'mine', errorCode: 'GENERAL' })
    }
    await client.toldErrors('BAD_ANSWER')
    await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
    delivery.sends(sent(2, 2))
    await client.answers('two', 'known')
  },
)

scenario(30, 'an older server: no format, no segments, whole bundles only', async ({ open, openDelivery }) => {
  const delivery = await openDelivery()
  const sent = (defaultValue: string, revision: number) => {
    const { format, ...old } = bundle({ flag: { defaultValue } }, { revision })
    return old
  }
  delivery.has(sent('first', 1))
  const client = await open({ url: delivery.url })
  await client.answers('flag', 'first')
  await vi.waitFor(() => expect(delivery.streams.size).toBe(1))
  delivery.sends(sent('second', 2))
  await client.answers('flag', 'second')
  expect(await client.errors()).toEqual([])
})
