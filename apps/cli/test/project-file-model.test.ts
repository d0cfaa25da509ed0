import { expect, test } from 'vitest'
import { useServer } from './support/server.ts'

const cli = useServer()
const dev = 'development'

const rule = (conditions: unknown[], more = {}) => ({
  id: 'r',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions,
  ...more,
})
const segmentOf = (conditions: unknown[], included: string[] = []) => ({
  name: 'Segment',
  environments: { [dev]: { included, rules: conditions.length === 0 ? [] : [rule(conditions)] } },
})
const needing = (...keys: string[]) => ({
  enabled: true,
  defaultValue: false,
  rules: [],
  ...(keys.length === 0 ? {} : { prerequisites: keys.map((flagKey) => ({ flagKey, values: [true] })) }),
})
const flagOf = (config: object, more = {}) => ({
  name: 'Flag',
  type: 'boolean',
  environments: { [dev]: config },
  ...more,
})

/** A file in which everything comes before the things that it needs. */
const openFile = async () => {
  const { slug, run, runIn } = await cli.newProject()
  const exported = JSON.parse((await run('export')).stdout)
  const file = {
    ...exported,
    segments: {
      a: segmentOf([{ operator: 'in_segment', value: 'b' }]),
      b: segmentOf([{ operator: 'not_in_segment', value: ['c'] }]),
      c: { ...segmentOf([], ['ada', 'bob']), unit: 'companyId' },
    },
    flags: {
      a: flagOf(needing('b', 'c')),
      b: flagOf({
        ...needing('c'),
        rules: [rule([{ any: [{ operator: 'in_segment', value: 'a' }] }], { value: true })],
      }),
      c: flagOf(needing()),
      document: {
        name: 'Document',
        type: 'json',
        schema: { type: 'object', required: ['x'] },
        environments: { [dev]: { enabled: true, defaultValue: { x: 1 }, rules: [] } },
      },
    },
  }
  const importing = (content: object, options = '') =>
    cli.run(`import - --project ${slug} ${options}`.trim(), { input: JSON.stringify(content) })
  return { slug, run, runIn, file, importing }
}

test('segments, prerequisites and schemas are imported whatever the order of the file, and exported again', async () => {
  const { run, file, importing, slug } = await openFile()
  const dry = await importing(file, '--dry-run')
  expect(dry.code).toBe(1)
  expect(dry.stdout.split('\n').filter((line) => /^write/.test(line))).toEqual([
    'write the segment c in development, version 1',
    'write the segment b in development, version 1',
    'write the segment a in development, version 1',
    'write c in development, version 1',
    'write b in development, version 1',
    'write a in development, version 1',
    'write document in development, version 1',
  ])
  expect(dry.stdout).toContain('  + included ["ada","bob"]\n')
  expect(await importing(file)).toMatchObject({ code: 0, stderr: expect.stringContaining('14 changes') })
  expect(await importing(file, '--dry-run')).toMatchObject({ code: 0, stdout: '' })
  const { stdout } = await run('export')
  expect(JSON.parse(stdout)).toMatchObject({
    segments: { c: { unit: 'companyId', environments: { [dev]: { included: ['ada', 'bob'], excluded: [] } } } },
    flags: {
      a: { environments: { [dev]: needing('b', 'c') } },
      document: { schema: { type: 'object', required: ['x'] } },
    },
  })
  const copy = await cli.run(`import - --project ${slug}-copy`, { input: stdout })
  expect(copy).toMatchObject({ code: 0 })
  expect((await cli.run(`export --project ${slug}-copy`)).stdout.replace(`${slug}-copy`, slug)).toBe(stdout)
})

test('what needed another is needed by it afterwards, and a schema changes with its values', async () => {
  const { file, importing } = await openFile()
  expect(await importing(file)).toMatchObject({ code: 0 })
  const turned = {
    ...file,
    segments: {
      c: { ...segmentOf([{ operator: 'in_segment', value: 'b' }]), unit: 'companyId' },
      b: segmentOf([{ operator: 'in_segment', value: 'a' }]),
      a: segmentOf([], ['eve']),
    },
    flags: {
      c: flagOf(needing('b', 'a')),
      b: flagOf(needing('a')),
      a: flagOf(needing()),
      document: {
        ...file.flags.document,
        schema: { type: 'object', required: ['y'] },
        environments: { [dev]: { enabled: true, defaultValue: { y: 1 }, rules: [] } },
      },
    },
  }
  expect(await importing(turned)).toMatchObject({ code: 0 })
  expect(await importing(turned, '--dry-run')).toMatchObject({ code: 0, stdout: '' })
  const archived = {
    ...turned,
    segments: {},
    flags: { document: turned.flags.document, c: { ...turned.flags.c, archived: true } },
  }
  expect(await importing(archived, '--prune')).toMatchObject({ code: 0 })
  expect(await importing(archived, '--prune --dry-run')).toMatchObject({ code: 0, stdout: '' })
})

test('a file from before there were segments leaves them alone', async () => {
  const { file, importing, run } = await openFile()
  await importing(file)
  const { segments: _, ...old } = file
  expect(await importing(old, '--dry-run --prune')).toMatchObject({ code: 0, stdout: '' })
  expect((await run('segments list --archived true')).stdout).not.toContain('archived')
})

test('what a file names but nobody has is said before anything is done', async () => {
  const { file, importing, run } = await openFile()
  const searching = flagOf({ ...needing(), rules: [rule([{ operator: 'in_segment', value: 'a' }], { value: true })] })
  const wrong = {
    ...file,
    segments: { ...file.segments, beta: segmentOf([{ operator: 'in_segment', value: 'bet' }]) },
    flags: {
      payments: flagOf(needing()),
      checkout: flagOf(needing('paymets')),
      search: { ...searching, environments: { staging: searching.environments[dev] } },
    },
  }
  const { code, stderr } = await importing(wrong)
  expect(code).toBe(1)
  expect(stderr).toContain('The segment beta names the segment "bet", which is not there. Did you mean "beta"?')
  expect(stderr).toContain('search in staging names the segment "a", which has no config there.')
  expect(stderr).toContain('checkout names the flag "paymets", which is not there. Did you mean "payments"?')
  expect(JSON.parse((await run('segments list --json')).stdout).items).toEqual([])
  await importing(file)
  const moved = { ...file, segments: { ...file.segments, c: { ...file.segments.c, unit: null } } }
  expect((await importing(moved)).stderr).toContain('The segment c is by companyId: that cannot become user.')
})

test('in a protected environment segments are proposed first, and flags that name new ones wait', async () => {
  const { file, importing, run } = await openFile()
  await run(`environments protect ${dev}`)
  const protectedFile = {
    ...file,
    environments: { ...file.environments, [dev]: { ...file.environments[dev], protected: true } },
  }
  expect(await importing(protectedFile)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the segment c in development differs'),
  })
  const proposed = await importing(protectedFile, '--propose')
  expect(proposed.code).toBe(0)
  expect(proposed.stderr).toContain('the segment b in development waits for the segment c to be approved there')
  expect(proposed.stderr).toContain('b in development waits for the segment a to be approved there')
  expect(await importing(protectedFile, '--propose')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('the segment c in development is proposed already'),
  })
})
