import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { convertSnapshot } from '../../src/moving-in/convert-snapshot.ts'
import type { Source } from '../../src/moving-in/converted.ts'
import { makeHome } from '../support/bunting.ts'
import { useServer } from '../support/server.ts'

const cli = useServer()

const nowMs = Date.parse('2026-06-01T00:00:00Z')
const convert = (source: Source, environment: object) =>
  convertSnapshot(
    { source, environments: { live: environment } },
    { environments: new Map([['live', 'production']]), rename: new Map(), nowMs },
  )

const variations = { on: true, off: false }
const [may, july, august] = ['2026-05-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z', '2026-08-01T00:00:00.000Z']

test('an experiment that begins and ends later is a schedule that turns the flag on and off', () => {
  const defaultRule = { percentage: { on: 50, off: 50 } }
  const { schedules, findings, flags } = convert('goff', {
    banner: { variations, defaultRule, experimentation: { start: july, end: august } },
  })
  expect(schedules).toEqual([
    {
      flagKey: 'banner',
      environment: 'production',
      steps: [
        { at: july, change: { enabled: true, rules: { 'goff-default': { enabled: true } } } },
        { at: august, change: { enabled: false, rules: { 'goff-default': { enabled: false } } } },
      ],
    },
  ])
  expect(flags.banner?.environments.production).toMatchObject({ enabled: false, rules: [{ enabled: false }] })
  expect(findings.filter(({ code }) => code === 'schedule')).toMatchObject([{ kind: 'exact' }])
})

test('a ramp goes on in steps, from where it is now', () => {
  const ramp = {
    initial: { variation: 'off', percentage: 0, date: may },
    end: { variation: 'on', percentage: 100, date: july },
  }
  const { schedules, flags } = convert('goff', { banner: { variations, defaultRule: { progressiveRollout: ramp } } })
  const [rule] = flags.banner?.environments.production?.rules ?? []
  const shares = schedules?.[0]?.steps.map(({ change }) => change.rules?.[rule?.id ?? '']?.rolloutPercentage ?? 0) ?? []
  expect(rule?.rolloutPercentage).toBeCloseTo(50.8, 0)
  expect(shares).toHaveLength(10)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(schedules?.[0]?.steps.at(-1)).toMatchObject({ at: july })
  expect(shares.at(-1)).toBe(100)
})

test('a strategy that begins later is a rule that a schedule turns on', () => {
  const later = { contextName: 'currentTime', operator: 'DATE_AFTER', value: july }
  const strategies = [
    { id: 's1', name: 'default', constraints: [later, { contextName: 'plan', operator: 'IN', values: ['pro'] }] },
    { id: 's2', name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'userId', groupId: 'banner' } },
  ]
  const { schedules, flags } = convert('unleash', { features: [{ name: 'banner', enabled: true, strategies }] })
  expect(flags.banner?.environments.production?.rules).toMatchObject([
    { id: 's1', enabled: false },
    { id: 's2', enabled: true },
  ])
  expect(schedules).toMatchObject([{ steps: [{ at: july, change: { rules: { s1: { enabled: true } } } }] }])
})

test('what no step can say stays as it is, and is told', () => {
  const change = { date: july, targeting: [{ name: 'some', query: 'plan eq "pro"', variation: 'on' }] }
  const flag = {
    variations,
    targeting: [{ name: 'some', query: 'plan eq "team"', variation: 'on' }],
    defaultRule: { variation: 'off' },
    scheduledRollout: [change],
  }
  const { schedules, findings } = convert('goff', { banner: flag })
  expect(schedules).toEqual([])
  expect(findings.filter(({ code }) => code === 'schedule')).toMatchObject([
    { kind: 'widened', message: expect.stringContaining('import again then') },
  ])
})

test('schedules are made once, and made anew where the source changes them', async () => {
  const { run } = await cli.newProject()
  const file = join(makeHome(), 'flags.json')
  const write = (end: string) =>
    writeFileSync(
      file,
      JSON.stringify({ banner: { variations, defaultRule: { variation: 'on' }, experimentation: { end } } }),
    )
  const line = `import --from goff ${file} --env live=development`
  write('2096-01-01T00:00:00Z')
  expect(await run(`${line} --dry-run`)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('schedule banner in development: 1 step from 2096-01-01T00:00:00.000Z on'),
  })
  expect(await run(line)).toMatchObject({ code: 0 })
  expect(await run(line)).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing to change') })
  const times = async (status: string) =>
    JSON.parse((await run(`schedules list --status ${status} --json`)).stdout).items.map(
      ({ steps }: { steps: { at: string }[] }) => steps[0]?.at.slice(0, 4),
    )
  expect(await times('running')).toEqual(['2096'])
  write('2097-01-01T00:00:00Z')
  expect(await run(line)).toMatchObject({ code: 0, stderr: expect.stringContaining('1 change') })
  expect([await times('running'), await times('cancelled')]).toEqual([['2097'], ['2096']])
})
