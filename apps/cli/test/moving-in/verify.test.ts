import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { makeHome } from '../support/bunting.ts'
import { listenWith } from '../support/proxy.ts'
import { useServer } from '../support/server.ts'
import { banners, goffThat, sdkThat } from './support/fake-sdks.ts'

const cli = useServer()

const fileOf = (content: unknown): string => {
  const file = join(makeHome(), 'flags.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const flags = fileOf(banners.flagd)
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const withPackages = ['launchdarkly', 'unleash', 'flagsmith', 'growthbook', 'flagd'] as const

describe.each(withPackages)('the SDK of %s', (source) => {
  test('agrees with what came in', async () => {
    const { run } = await cli.newProject()
    const sdk = sdkThat(source, "String(plan) === 'pro'")
    const line = `import --from ${source} ${fileOf(banners[source])} --dry-run --verify 50 --sdk ${sdk}`
    expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('all the same') })
  })

  test('is heard where it answers otherwise', async () => {
    const { run } = await cli.newProject()
    const report = join(makeHome(), 'report.json')
    const sdk = sdkThat(source, "String(plan) === 'pro' || plan === 'PRO'")
    const line = `import --from ${source} ${fileOf(banners[source])} --verify 5 --sdk ${sdk} --report ${report}`
    expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('no finding says why') })
    expect(readJson(report).verify.flags[0].example).toMatchObject({
      context: { attributes: { plan: 'PRO' } },
      theirs: true,
      ours: false,
    })
  })
})

test("GO Feature Flag's own module is asked, a file or in a folder", async () => {
  const { run } = await cli.newProject()
  const [says, denies] = [goffThat(true), goffThat(false)]
  const always = fileOf({ banner: { variations: { on: true, off: false }, defaultRule: { variation: 'on' } } })
  const dry = `import --from goff ${always} --dry-run --verify 5`
  expect(await run(`${dry} --sdk ${says}`)).toMatchObject({ code: 1, stderr: expect.stringContaining('all the same') })
  expect(await run(`${dry} --sdk ${dirname(denies)}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no finding says why'),
  })
  expect(await run(`${dry} --sdk ${makeHome()}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('gofeatureflag-python-provider'),
  })
})

test('answers that are all the same are a proof, with a figure', async () => {
  const { run } = await cli.newProject()
  const report = join(makeHome(), 'report.json')
  const sdk = sdkThat('flagd', "String(plan) === 'pro'")
  const line = `import --from flagd ${flags} --verify 100 --sdk ${sdk} --report ${report}`
  const { code, stderr } = await run(line)
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('all the same') })
  const { verify } = readJson(report)
  expect(verify).toMatchObject({
    different: 0,
    flags: [{ flagKey: 'banner', environment: 'development', different: 0 }],
  })
  expect(verify.compared).toBeGreaterThan(100)
  expect(verify.below).toBe(3 / verify.compared)
})

test('a difference that nothing explains stops the import, with the smallest example', async () => {
  const { run } = await cli.newProject()
  const report = join(makeHome(), 'report.json')
  const sdk = sdkThat('flagd', "String(plan) === 'pro' || plan === 'PRO'")
  const { code, stderr } = await run(`import --from flagd ${flags} --verify 5 --sdk ${sdk} --report ${report}`)
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('no finding says why') })
  expect(readJson(report).verify.flags[0].example).toEqual({
    context: { attributes: { plan: 'PRO' } },
    theirs: true,
    ours: false,
  })
  expect((await run('flags list')).stdout).not.toContain('banner')
})

test('a difference that a finding explains is told, and does not stop it', async () => {
  const { run } = await cli.newProject()
  const sdk = sdkThat('flagd', "plan === 'pro'")
  const { code, stderr } = await run(`import --from flagd ${flags} --verify 5 --sdk ${sdk}`)
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('0 of them unexplained') })
})

test("that a service's list has numbers, and ids are texts here, explains a difference", async () => {
  const { run } = await cli.newProject()
  const listOf = (...people: unknown[]) =>
    fileOf({
      features: {
        banner: { defaultValue: false, rules: [{ condition: { $savedGroup: { id: 'people' } }, force: true }] },
      },
      savedGroups: { people: { type: 'list', attributeKey: 'id', values: people } },
    })
  const dry = `--dry-run --verify 5 --sdk ${sdkThat('growthbook', 'id === 7')}`
  expect(await run(`import --from growthbook ${listOf(7)} ${dry}`)).toMatchObject({
    stderr: expect.stringContaining('0 of them unexplained'),
  })
  expect(await run(`import --from growthbook ${listOf('7')} ${dry}`)).toMatchObject({
    stderr: expect.stringContaining('no finding says why'),
  })
})

test("contexts of one's own are compared too", async () => {
  const { run } = await cli.newProject()
  const contexts = join(makeHome(), 'contexts.ndjson')
  writeFileSync(contexts, '{"targetingKey":"ada","plan":"team"}\n\n{"userId":"bob","attributes":{"plan":"pro"}}\n')
  const sdk = sdkThat('flagd', "String(plan) === 'pro' || id === 'ada'")
  const line = `import --from flagd ${flags} --dry-run --verify 0 --sdk ${sdk} --contexts ${contexts}`
  expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('"userId":"ada"') })
})

test('without the SDK it says what to install', async () => {
  const { run } = await cli.newProject()
  expect(await run(`import --from flagd ${flags} --verify 5 --sdk ${makeHome()}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm install @openfeature/flagd-core'),
  })
  expect(await run(`import --from flagd ${flags} --sdk .`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--sdk goes with --verify'),
  })
})

test('a service that answers OFREP will do as well', async () => {
  const { run } = await cli.newProject()
  await using relay = await listenWith(async (request, response) => {
    const { context } = JSON.parse(await text(request))
    if (request.headers.authorization !== 'Bearer secret') return response.writeHead(401).end('{}')
    const value = String(context.plan) === 'pro'
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ key: 'banner', value }))
  })
  const file = fileOf(banners.goff)
  const line = `import --from goff ${file} --verify 20 --against ${relay.url}`
  expect(await run(line)).toMatchObject({ code: 2, stderr: expect.stringContaining('OFREP_TOKEN') })
  const variables = { OFREP_TOKEN: 'secret' }
  expect(await run(line, { variables })).toMatchObject({ code: 0, stderr: expect.stringContaining('all the same') })
  expect(await run(`import --from goff ${file} --verify 5 --against http://127.0.0.1:9`)).toMatchObject({ code: 3 })
})
