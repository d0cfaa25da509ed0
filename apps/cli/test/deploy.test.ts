import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../server/src/config/config.ts'
import { type Setting, settings } from '../../server/src/config/settings.ts'
import { commands } from '../src/commands/index.ts'
import { useServer } from './support/server.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const inDeploy = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile())
  .map((one) => join(one.parentPath, one.name).slice(root.length))

const dockerfile = read('Dockerfile')
const compose = parse(read('compose.yaml'), { merge: true })
const valuesSchema = JSON.parse(read('deploy/helm/bunting/values.schema.json'))
const pod = read('deploy/helm/bunting/templates/_helpers.tpl')
const dashboard = JSON.parse(read('deploy/grafana/bunting.json'))
const { version } = JSON.parse(read('package.json'))
/** Without endpoints: they are hidden in messages, since they may contain a password, but are not secrets by themselves. */
const secretSettings = Object.entries<Setting>(settings).flatMap(([name, { secret }]) =>
  secret && !/^OTEL_.*_ENDPOINT$/.test(name) ? name : [],
)
/** The variables that only the command line reads. */
const ofTheCommandLine = ['BUNTING_URL', 'BUNTING_KEY']
const { managementPort, deliveryPort } = readConfig({})

const cli = useServer()

test.each(['Dockerfile', 'compose.yaml', 'docs/containers.md', ...inDeploy])(
  '%s names only settings that there are',
  (file) => {
    const named = [...read(file).matchAll(/\b(BUNTING_[A-Z_]*[A-Z]|DATABASE_URL|REDIS_URL)\b(?!_?…)/g)].map(
      ([name]) => name,
    )
    expect(named.filter((name) => !(name in settings) && !ofTheCommandLine.includes(name))).toEqual([])
  },
)

test('the image’s health check and command are commands', () => {
  const [, check = '[]'] = /^HEALTHCHECK[^[]*(\[.*\])$/m.exec(dockerfile.replaceAll('\\\n', '')) ?? []
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const names = commands.map(({ name }) => name)
  expect(names).toContain(JSON.parse(check)[1])
  expect(names).toContain(JSON.parse(command)[0])
  expect(compose.services.management.healthcheck.test).toEqual(['CMD', ...JSON.parse(check)])
})

test('ports are those that the server listens on', () => {
  expect(dockerfile).toContain(`EXPOSE ${managementPort} ${deliveryPort}\n`)
  expect(compose.services.management.ports).toEqual([`127.0.0.1:${managementPort}:${managementPort}`])
  for (const name of ['delivery-1', 'delivery-2']) {
    expect(compose.services[name].ports[0]).toMatch(new RegExp(`^127[.]0[.]0[.]1:\\d+:${deliveryPort}$`))
  }
  const deployments = read('deploy/helm/bunting/templates/deployments.yaml')
  expect(deployments).toContain(`"part" "management" "port" ${managementPort} `)
  expect(deployments).toContain(`"part" "delivery" "port" ${deliveryPort} `)
  expect(read('deploy/compose/prometheus.yml')).toContain(`[management:${managementPort}]`)
  expect(read('deploy/compose/prometheus.yml')).toContain(`[delivery-1:${deliveryPort}, delivery-2:${deliveryPort}]`)
})

test('probes ask both listeners for what is there', async () => {
  const paths = [...pod.matchAll(/httpGet: \{ path: (\S+),/g)].map(([, path]) => path)
  expect(paths).toEqual(['/healthz', '/healthz', '/readyz'])
  for (const url of [cli.server.managementUrl, cli.server.deliveryUrl]) {
    for (const path of paths) expect((await fetch(`${url}${path}`)).status).toBe(200)
  }
})

test('a pod has no variables of Services, which would be taken for settings', () => {
  expect(pod).toContain('enableServiceLinks: false')
})

test('the chart takes each secret by reference, and none as a value', () => {
  const refused: string[] = valuesSchema.definitions.settings.propertyNames.not.enum
  expect(refused).toEqual(expect.arrayContaining(secretSettings.filter((name) => /^(BUNTING|OTEL)_/.test(name))))
  for (const name of secretSettings) expect(pod).toContain(`"variable" "${name}"`)
})

test('Delivery never gets the database', () => {
  for (const name of ['delivery-1', 'delivery-2']) {
    expect(Object.keys(compose.services[name].environment)).not.toContain('DATABASE_URL')
    expect(compose.services[name].networks).not.toContain('database')
  }
  expect(pod.indexOf('eq .part "management"')).toBeLessThan(pod.indexOf('"DATABASE_URL"'))
})

test('no secret of compose.yaml has a default', () => {
  const secret = /(PASSWORD|TOKEN|KEY)\b/
  const taken = [...read('compose.yaml').matchAll(/\$\{(\w+)(:[-?])/g)].filter(([, name = '']) => secret.test(name))
  expect(taken.length).toBeGreaterThan(5)
  expect(new Set(taken.map(([, , how]) => how))).toEqual(new Set([':?']))
})

test('the dashboard of Grafana shows only metrics that there are', async () => {
  const answers = await Promise.all(
    [cli.server.managementUrl, cli.server.deliveryUrl].map(async (url) => (await fetch(`${url}/metrics`)).text()),
  )
  const types = new Map(
    [...answers.join('\n').matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]),
  )
  const isThere = (name: string) => {
    const histogram = /^(.*)_(bucket|sum|count)$/.exec(name)?.[1]
    return types.has(name) || types.get(histogram ?? '') === 'histogram'
  }
  const queries: string[] = dashboard.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
  expect(queries.length).toBeGreaterThan(20)
  for (const query of queries) {
    const named = query.match(/\b(bunting|process|nodejs)_\w+/g) ?? []
    expect(named, query).not.toEqual([])
    expect(named.filter((name) => !isThere(name))).toEqual([])
  }
})

test('image, chart and compose file are of this version', () => {
  const chart = parse(read('deploy/helm/bunting/Chart.yaml'))
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`)
  expect(chart).toMatchObject({ version, appVersion: version })
  expect(compose.services.management.image).toBe(`bunting:\${IMAGE_TAG:-${version}}`)
})
