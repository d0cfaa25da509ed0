import { expect, test } from 'vitest'
import { useServer } from './support/server.ts'
import { openTerminal } from './support/terminal.ts'

const cli = useServer()

/** A flag that has just been evaluated four times. */
const openUsed = async () => {
  const project = await cli.newProject()
  await project.run('flags create a')
  const { id: flagId, orgId } = await cli.api.getFlag({ params: { projectId: project.id, flagKey: 'a' } })
  const environmentId = project.environments.find(({ slug }) => slug === 'development')?.id ?? ''
  const record = async (value: boolean, times: number) => {
    const evaluatedAt = new Date().toISOString()
    const of = { flagKey: 'a', flagId, environmentId, orgId, reason: 'DEFAULT' as const }
    const event = { ...of, value, sdkType: 'server' as const, sdkVersion: '1', evaluatedAt }
    await cli.api.recordEvents({ body: { events: Array.from({ length: times }, () => event) } })
  }
  await record(true, 3)
  await record(false, 1)
  const args = ['usage', 'a', '--live', '--project', project.slug, '--env', 'development']
  return { ...project, record, args, line: args.join(' ') }
}

test('the last hour is drawn minute by minute, once where nobody looks', async () => {
  const { line } = await openUsed()
  const show = async () => (await cli.run(line)).stdout
  await expect.poll(show).toMatch(/^a in development, the last 60 minutes: 4 evaluations, the last at [\d:]{8} UTC\n\n/)
  const rows = (await show()).split('\n').slice(3, -1)
  expect(rows).toHaveLength(60)
  const used = rows.filter((row) => row.includes('█'))
  expect(used.join('\n')).toMatch(/^\d\d:\d\d +█+ +[1-4] .*true/m)
  const { stdout } = await cli.run(`${line} --json`)
  const { minutes } = JSON.parse(stdout) as { minutes: { total: number }[] }
  expect(minutes.reduce((sum, { total }) => sum + total, 0)).toBe(4)
})

test('on a terminal it is drawn again and again, in the same place, until somebody ends it', async () => {
  const { args, record } = await openUsed()
  const terminal = openTerminal(args, { ...cli.variables, NO_COLOR: '1' })
  await terminal.sees('4 evaluations')
  await record(true, 2)
  await terminal.sees('6 evaluations')
  expect(terminal.shown()).toContain('\u001b[J')
  terminal.type('\u0003')
  expect(await terminal.ended).not.toBe(0)
})

test('it goes with no days, and a wrong flag suggests the near one', async () => {
  const { line, run } = await openUsed()
  expect(await cli.run(`${line} --from 2026-01-01`)).toMatchObject({ code: 2, stdout: '' })
  await run('flags create checkout')
  const wrong = await cli.run(line.replace('usage a', 'usage chekout'))
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "checkout"?') })
})
