import { expect, test } from 'vitest'
import { useServer } from './support/server.ts'

const cli = useServer()

/** A project whose staging has a flag that references a segment, and a flag that is the same as in production. */
const openStaging = async () => {
  const project = await cli.newProject()
  const { run, runIn } = project
  await run('segments create beta')
  await runIn('staging', 'segments include beta ada')
  await run('flags create search')
  await run('flags create same')
  await runIn('staging', 'flags on search')
  const conditions = JSON.stringify([{ operator: 'in_segment', value: 'beta' }])
  await runIn('staging', `flags set search 'rules[0].conditions=${conditions}'`)
  await runIn('staging', 'flags off same')
  await runIn('staging', 'flags copy same production')
  return project
}

const between = '--from staging --to production'

test('a dry run shows what would change, and changes nothing', async () => {
  const { run } = await openStaging()
  const { code, stdout, stderr } = await run(`promote --all ${between}`)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^segment +beta +changed +1$/m)
  expect(stdout).toMatch(/^flag +search +changed +1$/m)
  expect(stdout).toMatch(/^flag +same +same/m)
  expect(stderr).toContain('--apply')
  expect(await run('promote same --from staging --to production')).toMatchObject({ code: 0 })
  expect((await run('flags list')).stdout).toMatch(/^search +boolean +– +on +– /m)
})

test('what is applied is asked for first, and then like its source', async () => {
  const { run } = await openStaging()
  expect(await run(`promote search ${between} --apply`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Promote 2 configs from staging to production? Say --yes if so.'),
  })
  expect(await run(`promote search ${between} --apply --yes`)).toMatchObject({ code: 0 })
  expect(await run(`flags diff search --env staging --with production`)).toMatchObject({ code: 0 })
  expect(await run(`promote --all ${between} --apply`)).toMatchObject({ code: 0 })
})

test('a protected environment gets proposals, and what fails does not stop the others', async () => {
  const { run } = await openStaging()
  await run('flags create empty')
  await run('environments protect production')
  const answer = await run(`promote empty search ${between} --apply --yes --json`)
  expect(answer.code).toBe(1)
  expect(JSON.parse(answer.stdout).items).toMatchObject([
    { segmentKey: 'beta', outcome: 'proposed', proposalId: expect.stringMatching(/^prop_/) },
    { flagKey: 'empty', outcome: 'failed', message: expect.any(String) },
    { flagKey: 'search', outcome: 'failed', message: expect.any(String) },
  ])
})

test('it says which flags, from where and to where', async () => {
  const { run } = await openStaging()
  for (const args of ['', between, `search --all ${between}`, 'search --from staging']) {
    expect(await run(`promote ${args}`)).toMatchObject({ code: 2, stdout: '' })
  }
  expect(await run('promote search --from staging --to prodution')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Did you mean "production"?'),
  })
})
