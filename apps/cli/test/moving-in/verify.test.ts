import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeHome } from '../support/bunting.ts'
import { listenWith } from '../support/proxy.ts'
import { useServer } from '../support/server.ts'

const cli = useServer()

const flags = {
  banner: {
    state: 'ENABLED',
    variants: { on: true, off: false },
    defaultVariant: 'off',
    targeting: { if: [{ '==': [{ var: 'plan' }, 'pro'] }, 'on', null] },
  },
}

const fileOf = (content: unknown): string => {
  const file = join(makeHome(), 'flags.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

/** A folder where an application has flagd's engine, which answers as `rule` says. */
const sdkThat = (rule: string): string => {
  const folder = makeHome()
  const inside = join(folder, 'node_modules', '@openfeature', 'flagd-core')
  mkdirSync(inside, { recursive: true })
  writeFileSync(join(inside, 'package.json'), JSON.stringify({ name: '@openfeature/flagd-core', main: 'index.cjs' }))
  writeFileSync(
    join(inside, 'index.cjs'),
    `const flag = { state: 'ENABLED', evaluate: (context) => ({ value: ${rule} }) }
    exports.FlagdCore = class {
      setConfigurations() {}
      getFlag() { return flag }
      getFlags() { return new Map([['banner', flag]]) }
    }`,
  )
  return folder
}

test('answers that are all the same are a proof, with a figure', async () => {
  const { run } = await cli.newProject()
  const report = join(makeHome(), 'report.json')
  const sdk = sdkThat("String(context.plan) === 'pro'")
  const line = `import --from flagd ${fileOf({ flags })} --verify 100 --sdk ${sdk} --report ${report}`
  const { code, stderr } = await run(line)
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('all the same') })
  const { verify } = JSON.parse(readFileSync(report, 'utf8'))
  expect(verify).toMatchObject({
    different: 0,
    flags: [{ flagKey: 'banner', environment: 'development', different: 0 }],
  })
  expect(verify.compared).toBeGreaterThan(100)
  expect(verify.below).toBe(3 / verify.compared)
})

test('a difference that nothing explains stops the import, with the smallest example', async () => {
  const { run } = await cli.newProject()
  const file = fileOf({ flags })
  const report = join(makeHome(), 'report.json')
  const sdk = sdkThat("String(context.plan) === 'pro' || context.plan === 'PRO'")
  const { code, stderr } = await run(`import --from flagd ${file} --verify 5 --sdk ${sdk} --report ${report}`)
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('no finding says why') })
  expect(JSON.parse(readFileSync(report, 'utf8')).verify.flags[0].example).toEqual({
    context: { attributes: { plan: 'PRO' } },
    theirs: true,
    ours: false,
  })
  expect((await run('flags list')).stdout).not.toContain('banner')
})

test('a difference that a finding explains is told, and does not stop it', async () => {
  const { run } = await cli.newProject()
  const sdk = sdkThat("context.plan === 'pro'")
  const { code, stderr } = await run(`import --from flagd ${fileOf({ flags })} --verify 5 --sdk ${sdk}`)
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('0 of them unexplained') })
})

test("contexts of one's own are compared too", async () => {
  const { run } = await cli.newProject()
  const contexts = join(makeHome(), 'contexts.ndjson')
  writeFileSync(contexts, '{"targetingKey":"ada","plan":"team"}\n\n{"userId":"bob","attributes":{"plan":"pro"}}\n')
  const sdk = sdkThat("String(context.plan) === 'pro' || context.targetingKey === 'ada'")
  const line = `import --from flagd ${fileOf({ flags })} --dry-run --verify 0 --sdk ${sdk} --contexts ${contexts}`
  expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringContaining('"userId":"ada"') })
})

test('without the SDK it says what to install', async () => {
  const { run } = await cli.newProject()
  expect(await run(`import --from flagd ${fileOf({ flags })} --verify 5 --sdk ${makeHome()}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm install @openfeature/flagd-core'),
  })
  expect(await run(`import --from flagd ${fileOf({ flags })} --sdk .`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--sdk goes with --verify'),
  })
})

test('a service that answers OFREP will do as well', async () => {
  const { run } = await cli.newProject()
  await using relay = await listenWith(async (request, response) => {
    const { context } = JSON.parse(await text(request))
    const value = String(context.plan) === 'pro'
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ key: 'banner', value }))
  })
  const file = fileOf({
    banner: {
      variations: { on: true, off: false },
      targeting: [{ query: 'plan in ["pro"]', variation: 'on' }],
      defaultRule: { variation: 'off' },
    },
  })
  const line = `import --from goff ${file} --verify 20 --against ${relay.url}`
  expect(await run(line)).toMatchObject({ code: 0, stderr: expect.stringContaining('all the same') })
  expect(await run(`import --from goff ${file} --verify 5 --against http://127.0.0.1:9`)).toMatchObject({ code: 3 })
  expect(await run(`import --from goff ${file} --verify 5`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--against'),
  })
})
