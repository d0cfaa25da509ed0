import { expect, test } from 'vitest'
import { useServer } from './support/server.ts'

const cli = useServer()

test('a project tells what it has and what waits, and which flags need attention', async () => {
  const { run, slug } = await cli.newProject()
  await run('flags create search')
  await run('flags on search --env development')
  const { stdout } = await cli.run(`projects overview --project ${slug}`)
  expect(stdout).toContain(`${slug}: 1 active flag, 0 archived`)
  expect(stdout).toMatch(/^none +1$/m)
  expect(stdout).toMatch(/^\d{4}-\d\d-\d\d +█{24} +1$/m)
  expect(stdout).toContain('Evaluations in the last 24 hours: 0.')
  expect((await run('flags cleanup')).stdout).toMatch(/^search +no owner +give it an owner +search$/im)
  expect((await run('flags cleanup --reason past_end --json')).stdout).toContain('"items": []')
  expect(await run('flags cleanup --days 91')).toMatchObject({ code: 1 })
})

test('what to do with a flag that nobody asks for depends on whether code names it', async () => {
  const { run, id: projectId } = await cli.newProject()
  await run('flags create search')
  await run('flags create banner')
  // Both flags are old enough for the shortest possible period.
  const advice = async () => (await run('flags cleanup --days 1')).stdout
  expect(await advice()).toMatch(/^banner +never evaluated; no owner +archive it +banner$/im)
  const references = [3, 4].map((line) => ({ flagKey: 'search', path: 'src/search.ts', line }))
  const scanned = { repository: 'acme/shop', branch: 'main', commit: 'c0ffee', at: '2026-01-31T12:00:00Z', references }
  await cli.api.updateCodeReferences({ params: { projectId }, body: scanned })
  expect(await advice()).toMatch(/^search +.*; no owner +take it out of 2 lines, then archive it +search$/im)
  expect(await advice()).toMatch(/^banner +.*; no owner +archive it +banner$/im)
})
