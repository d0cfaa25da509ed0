import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeHome } from './support/bunting.ts'
import { useServer } from './support/server.ts'

const cli = useServer()
const dev = 'development'
const guardrail = `'up{job="shop"} below 1 for 5m then pause'`

/** A project with a flag that rolls out to 10 % of everyone. */
const open = async () => {
  const project = await cli.newProject()
  await project.run('flags create a')
  await project.runIn(dev, 'flags on a')
  await project.runIn(dev, 'flags rollout a 10')
  return project
}

/** A shared project for the tests of refusals, which change nothing. */
let project: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  project = await open()
})

const idIn = (text: string): string => /sched_\w+/.exec(text)?.[0] ?? ''
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a change is scheduled at a time, and said in words', async () => {
  const { run, runIn } = await open()
  const at = later(1)
  const { code, stdout, stderr } = await runIn(dev, `flags schedule a off --at ${at} --comment "The sale ends"`)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toContain('Scheduled a in development (sched_')
  expect(stderr).toContain(`${at.slice(0, 16).replace('T', ' ')} UTC  off`)
  const { stdout: answer } = await run(`schedules show ${idIn(stderr)} --json`)
  expect(JSON.parse(answer)).toMatchObject({ status: 'running', comment: 'The sale ends', steps: [{ at }] })
})

test('several steps, each with its time first', async () => {
  const { run, runIn } = await open()
  const steps = [
    `'${later(1)} on rollout=25'`,
    `'+1h rules[Everyone].rolloutPercentage=50'`,
    `'+1d12h default=true off'`,
  ]
  const { code, stderr } = await runIn(dev, `flags schedule a ${steps.map((step) => `--step ${step}`).join(' ')}`)
  expect(code).toBe(0)
  expect(stderr).toContain('on; Everyone: 25 %')
  const { stdout } = await run(`schedules show ${idIn(stderr)}`)
  expect(stdout).toMatch(/^a in development: running$/m)
  expect(stdout).toMatch(/^1 .* waiting +on; Everyone: 25 %$/m)
  expect(stdout).toMatch(/^2 .* waiting +Everyone: 50 %$/m)
  expect(stdout).toMatch(/^3 .* waiting +off; default true$/m)
})

test('steps that lie closer than two minutes have times to the second', async () => {
  const { run, runIn } = await open()
  const start = later(1)
  const ofStep = (second: number, length: number) =>
    new Date(Date.parse(start) + second * 1_000).toISOString().slice(0, length).replace('T', ' ')
  const ramp = `flags ramp a --from 10 --to 40 --steps 3 --at ${start} --yes`
  expect((await runIn(dev, `${ramp} --over 6m --dry-run`)).stdout).toContain(`  ${ofStep(120, 16)} UTC  Everyone: 20 %`)
  const { stderr } = await runIn(dev, `${ramp} --over 90s`)
  expect(stderr).toContain(`  ${ofStep(30, 19)} UTC  Everyone: 20 %`)
  expect((await run(`schedules show ${idIn(stderr)}`)).stdout).toContain(`2     ${ofStep(60, 19)}  waiting`)
  expect((await run('schedules list')).stdout).toContain(`  0/3    ${ofStep(30, 19)}  `)
})

test('steps come from a file too, as the API has them', async () => {
  const { runIn } = await open()
  const file = join(makeHome(), 'steps.json')
  writeFileSync(file, JSON.stringify({ steps: [{ after: 3600, change: { enabled: false } }] }))
  expect(await runIn(dev, `flags schedule a --file ${file} --dry-run`)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/UTC {2}off\n$/),
  })
  expect((await runIn(dev, `flags schedule a --file ${file}`)).code).toBe(0)
  writeFileSync(file, '{ "step": [] }')
  expect(await runIn(dev, `flags schedule a --file ${file}`)).toMatchObject({ code: 2 })
})

test.each([
  ['', 'When does what change?'],
  ['on', 'When does what change?'],
  ['--at +1h', 'When does what change?'],
  ['on --at +1h --step "+1h on"', 'When does what change?'],
  ['on --at tomorrow', '"tomorrow" says no time'],
  ['on --at 2030-01-01T09:00', 'says no time'],
  ['--step +1h', 'what changes then?'],
  ['onn --at +1h', 'Did you mean "on"?'],
  ['rollot=25 --at +1h', 'Did you mean "rollout"?'],
  ['rollout=101 --at +1h', 'from 0 to 100'],
  ['rules[Evryone].enabled=false --at +1h', 'Did you mean "Everyone"?'],
  ['rules[Everyone].rolloutPercent=5 --at +1h', 'Did you mean "rolloutPercentage"?'],
  ['enabled=yes --at +1h', 'neither true nor false'],
  ['default=maybe --at +1h', 'is not a boolean'],
  ['on --at +1h --guardrail "errors over 5"', 'is no guardrail'],
])('flags schedule a %s is wrong use', async (args, words) => {
  const { code, stdout, stderr } = await project.runIn(dev, `flags schedule a ${args}`)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(words)
})

test('a ramp is a schedule of even steps, shown and asked for first', async () => {
  const { runIn } = await open()
  const args = 'flags ramp a --from 0 --to 100 --over 10h --steps 4'
  const planned = await runIn(dev, `${args} --dry-run --json`)
  const steps = JSON.parse(planned.stdout).steps as { after: number; change: { rules: object } }[]
  const percentages = steps.map(({ after, change }) => [after, Object.values(change.rules)[0].rolloutPercentage])
  expect(percentages).toEqual([
    [1, 0],
    [9_000, 25],
    [9_000, 50],
    [9_000, 75],
    [9_000, 100],
  ])
  expect(await runIn(dev, args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Ramp a in development from 0 % to 100 % over 10h? Say --yes if so.'),
  })
  const { code, stderr } = await runIn(dev, `${args} --yes`)
  expect(code).toBe(0)
  expect(stderr).toContain('(sched_')
  expect(stderr.match(/Everyone: \d+ %/g)).toHaveLength(5)
})

test('a ramp begins where the rule is, and at a time if one is named', async () => {
  const { runIn } = await open()
  const at = later(2)
  const { stdout } = await runIn(dev, `flags ramp a --to 20 --over 1h --steps 2 --at ${at} --dry-run --json`)
  const afterwards = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString()
  expect(JSON.parse(stdout).steps).toMatchObject([{ at: afterwards(30) }, { at: afterwards(60) }])
})

test.each([
  ['--steps 4', 2, 'Over how long?'],
  ['--over 3s', 2, '10 steps take 10 seconds'],
  ['--over 1d --steps 60', 2, '50 steps at most'],
  ['--over 1d --from 100', 2, 'from beginning to end'],
  ['--over 1d --rule Nobody', 2, 'There is no rule "Nobody"'],
])('flags ramp a %s is refused', async (args, code, words) => {
  expect(await project.runIn(dev, `flags ramp a ${args} --yes`)).toMatchObject({
    code,
    stderr: expect.stringContaining(words),
  })
})

test('a flag without a config, or without a rule, says what to do first', async () => {
  const { run, runIn } = await cli.newProject()
  await run('flags create a')
  const hint = { code: 1, stderr: expect.stringContaining('bunting flags rollout a 0') }
  expect(await runIn(dev, 'flags ramp a --over 1h --yes')).toMatchObject(hint)
  expect(await runIn(dev, 'flags schedule a on --at +1h')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('bunting flags on a'),
  })
})

test('schedules are listed, paused, resumed and cancelled', async () => {
  const { run, runIn } = await open()
  const id = idIn((await runIn(dev, `flags schedule a off --at ${later(1)} --comment "Some day"`)).stderr)
  expect((await run('schedules list')).stdout).toMatch(
    new RegExp(`^${id} +running +a +development +0/1 .*Some day$`, 'm'),
  )
  expect(await cli.run(`schedules pause ${id}`)).toMatchObject({ code: 0, stderr: `Paused ${id}: it is paused.\n` })
  expect((await run('schedules list --status running')).stdout).not.toContain(id)
  expect((await run('schedules list --flag a --env development --status paused')).stdout).toContain(id)
  expect((await run('schedules list --flag a --env staging')).stdout).not.toContain(id)
  expect((await run('schedules list --flag a --status paused')).stdout).toContain(id)
  expect(await cli.run(`schedules pause ${id}`)).toMatchObject({ code: 1, stderr: expect.stringContaining('CONFLICT') })
  expect(await cli.run(`schedules resume ${id}`)).toMatchObject({ code: 0 })
  expect(await cli.run(`schedules cancel ${id}`)).toMatchObject({
    code: 0,
    stderr: `Cancelled ${id}: it is cancelled.\n`,
  })
  const next = idIn((await runIn(dev, `flags schedule a off --at ${later(1)}`)).stderr)
  expect(await cli.run(`schedules rollback ${next}`)).toMatchObject({
    code: 0,
    stderr: `Rolled back ${next}: it is cancelled.\n`,
  })
  expect(await run('schedules list --env development')).toMatchObject({ code: 2 })
  expect(await run('schedules list --flag b --env staging')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no flag "b"'),
  })
})

test('in a protected environment it is a proposal, which shows the plan', async () => {
  const { run, runIn } = await open()
  await run('flags copy a production --env development')
  await run('environments protect production')
  const { code, stderr } = await runIn('production', 'flags schedule a off --at +1h --comment "At night"')
  expect(code).toBe(0)
  const proposal = /prop_\w+/.exec(stderr)?.[0]
  expect(stderr).toContain(`Proposed to schedule a in production (${proposal}): 1 step.`)
  expect((await run('proposals list')).stdout).toMatch(
    new RegExp(`^${proposal} +pending +a +production +schedule`, 'm'),
  )
  const { stdout } = await run(`proposals show ${proposal}`)
  expect(stdout).toMatch(/^Proposed by .*: At night$/m)
  expect(stdout).toMatch(/^It schedules \(sched_\w+, pending\):\n.*UTC {2}off$/m)
})

test('ids of schedules are completed', async () => {
  const { slug, runIn } = await open()
  const id = idIn((await runIn(dev, `flags schedule a off --at ${later(1)} --comment "Some day"`)).stderr)
  const { stdout } = await cli.run(`__complete schedules show --project ${slug} sched_`)
  expect(stdout).toBe(`${id}\tSome day\n`)
})

test('a guardrail is read as a sentence', async () => {
  const { runIn } = await open()
  const { stdout } = await runIn(dev, `flags schedule a off --at +1h --guardrail ${guardrail} --dry-run --json`)
  expect(stdout.replace(/\s+/g, '')).toContain('{"query":"up{job=\\"shop\\"}","below":1,"for":300,"then":"pause"}')
})
