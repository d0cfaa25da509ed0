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
