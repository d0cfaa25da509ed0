import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { verifyLines } from '../src/commands/audit/verify-lines.ts'
import { makeHome, runBunting } from './support/bunting.ts'
import { useServer } from './support/server.ts'

const cli = useServer()

/** A project with a flag that is on in two environments. */
const openProject = async () => {
  const project = await cli.newProject()
  const params = { projectId: project.id, envId: '', flagKey: 'new-checkout' }
  const description = 'A line\u2028 of text'
  await cli.api.createFlag({ params, body: { key: 'new-checkout', name: 'New', type: 'boolean', description } })
  for (const { id: envId } of project.environments.slice(0, 2)) {
    await cli.api.createFlagVersion({
      params: { ...params, envId },
      body: { version: 1, enabled: true, defaultValue: true, rules: [] },
    })
  }
  return project
}

test('the log is listed by its name alone, and narrowed by who, what, where and when', async () => {
  const { run, environments } = await openProject()
  const lists: [args: string, actions: string[]][] = [
    ['audit --action flag', ['flag.version.created', 'flag.version.created', 'flag.created']],
    ['audit list --action flag.c', ['flag.created']],
    [`audit --env ${environments[0]?.slug}`, ['flag.version.created']],
    ['audit --actor operator --action flag', []],
    ['audit --from 2100-01-01', []],
    ['audit --to 2100-01-01 --type flag', ['flag.created']],
  ]
  for (const [args, actions] of lists) {
    const { stdout } = await run(`${args} --json`)
    expect(JSON.parse(stdout).items.map(({ action }: { action: string }) => action)).toEqual(actions)
  }
  expect(await run('audit --from yesterday')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('from must be'),
  })
})

test('the server is asked whether its log is whole', async () => {
  const { code, stdout } = await cli.run('audit verify')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Whole: \d+ entries/) })
  expect(JSON.parse((await cli.run('audit verify --json')).stdout)).toEqual({ ok: true, entries: expect.any(Number) })
})

test('an exported file is checked without a server', async () => {
  await openProject()
  const file = join(makeHome(), 'audit.ndjson')
  const { stderr } = await cli.run(`audit export --output ${file}`)
  const content = readFileSync(file, 'utf8')
  const entries = content.split('\n').length - 1
  expect(stderr).toContain(`Exported ${entries} entries`)
  expect((await cli.run('audit export')).stdout).toBe(content)
  const whole = await runBunting(['audit', 'verify', file])
  expect(whole).toMatchObject({ code: 0, stdout: `Whole: ${entries} entries, each as it was written.\n` })
  const broken = await runBunting(['audit', 'verify', '-'], { input: content.replace('created', 'removed') })
  const { id } = JSON.parse(content.split('\n')[0] ?? '')
  expect(broken).toMatchObject({
    code: 1,
    stdout: `Broken: of ${entries} entries, ${id} is the first that does not fit.\n`,
  })
})

test('whatever was done to an exported file shows, and where', async () => {
  await openProject()
  const lines: string[] = []
  for await (const line of await cli.api.exportAuditLog({})) lines.push(line)
  const check = (content: readonly string[]) => verifyLines(Readable.from(content))
  const brokenAt = (at: number, entries: number) => ({
    ok: false,
    entries,
    firstBroken: JSON.parse(lines[at] ?? '').id,
  })
  const { length } = lines
  expect(await check(lines)).toEqual({ ok: true, entries: length })
  expect(await check(lines.slice(2)), 'a part is whole by itself').toEqual({ ok: true, entries: length - 2 })
  expect(await check(lines.with(2, lines[2]?.replace('created', 'removed') ?? ''))).toEqual(brokenAt(2, length))
  expect(await check(lines.toSpliced(1, 1))).toEqual(brokenAt(2, length - 1))
  expect(await check(lines.toSpliced(1, 0, lines[2] ?? ''))).toEqual(brokenAt(2, length + 1))
  for (const none of ['no line', 'null', '', '{"hash":"x"}']) {
    expect(await check([...lines, none])).toEqual({ ok: false, entries: length + 1, firstBroken: `line ${length + 1}` })
  }
})

test('what cannot be read or written is wrong use', async () => {
  expect(await runBunting(['audit', 'verify', '/nowhere/audit.ndjson'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no file'),
  })
  const folder = makeHome()
  writeFileSync(join(folder, 'file'), '')
  expect(await cli.run(`audit export --output ${join(folder, 'file', 'audit.ndjson')}`)).toMatchObject({ code: 2 })
})
