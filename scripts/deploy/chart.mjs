import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../root.mjs'
import { check, refusal, sh } from './shell.mjs'
import { helm, kubernetesValidate, serviceMonitorDefinition } from './tools.mjs'

const chart = join(root, 'deploy', 'helm', 'bunting')
/** The oldest Kubernetes version that the chart supports, and the newest whose schemas are available. */
const versions = ['1.30', '1.37']

/** Values that must be refused before they reach a cluster, and the word that the error must contain. */
const wrong = {
  'no image': { say: '/image/repository', values: { image: { repository: '' } } },
  'no database': { say: '/secrets/databaseUrl/name', values: { secrets: { databaseUrl: { name: '' } } } },
  'a secret among the settings': {
    say: 'BUNTING_ADMIN_TOKEN',
    values: { settings: { BUNTING_ADMIN_TOKEN: 'x'.repeat(32) } },
  },
  'a setting that the chart sets': { say: 'BUNTING_ROLE', values: { settings: { BUNTING_ROLE: 'all' } } },
  'off, which YAML reads as no': { say: '/settings', values: { settings: { BUNTING_ANALYTICS: false } } },
  'the database for Delivery': {
    say: '/delivery/extraEnv',
    values: { delivery: { extraEnv: [{ name: 'DATABASE_URL', value: 'postgres://x' }] } },
  },
  'a value that is none': { say: 'replica', values: { management: { replica: 3 } } },
  'an ingress without a host': { say: 'host', values: { delivery: { ingress: { enabled: true } } } },
  'no time to stop': { say: 'terminationGracePeriodSeconds', values: { terminationGracePeriodSeconds: 12 } },
}

/** Checks the chart with the real helm, Kubernetes' schemas, and the one of ServiceMonitors. It is not run in a cluster. */
export async function verifyChart(say) {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-chart-'))
  try {
    for (const name of readdirSync(join(chart, 'ci'))) verifyValues(say, name, folder)
    const small = join(chart, 'ci', 'small-values.yaml')
    const file = join(folder, 'wrong.json')
    for (const [what, { values, say: word }] of Object.entries(wrong)) {
      writeFileSync(file, JSON.stringify(values))
      const said = refusal(helm(), [
        'template',
        'flags',
        chart,
        '--kube-version',
        versions[0],
        '--values',
        small,
        '--values',
        file,
      ])
      check(said.includes(word), `${what} is refused, but not with "${word}":\n${said}`)
    }
    say(`refused, and said why: ${Object.keys(wrong).join('; ')}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function verifyValues(say, name, folder) {
  const values = ['--values', join(chart, 'ci', name)]
  sh(helm(), ['lint', '--strict', chart, ...values])
  const file = join(folder, name)
  for (const version of versions) {
    const args = ['template', 'flags', chart, '--namespace', 'flags', '--kube-version', version, ...values]
    writeFileSync(file, sh(helm(), args))
    sh(kubernetesValidate(), ['--strict', '--quiet', '--no-warn', '--kubernetes-version', version, file])
  }
  const resources = parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS())
  for (const resource of resources) verifyMonitor(resource)
  verifySecrets(resources)
  say(`${name}: ${resources.length} resources, as Kubernetes ${versions.join(' and ')} have them`)
}

function verifyMonitor(resource) {
  if (resource.kind !== 'ServiceMonitor') return
  const { spec } = parse(readFileSync(serviceMonitorDefinition(), 'utf8'))
  const schema = spec.versions.find((one) => one.name === 'v1').schema.openAPIV3Schema
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  const isValid = ajv.validate(closed(schema), resource)
  check(isValid, `A ServiceMonitor is not as its definition has it:\n${ajv.errorsText()}`)
}

/** Makes a schema as strict as Kubernetes: an unknown field is an error. */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).map(([name, value]) => [name, closed(value)])
  const inner = Object.fromEntries(members)
  const isOpen = !inner.properties || inner.additionalProperties !== undefined || inner.properties.type?.type
  return isOpen ? inner : { ...inner, additionalProperties: false }
}

/** Checks that Delivery never gets the database, and that the chart writes no secret. */
function verifySecrets(resources) {
  for (const { kind, metadata, spec } of resources) {
    check(kind !== 'Secret', 'The chart writes a Secret.')
    if (kind !== 'Deployment') continue
    const [{ env }] = spec.template.spec.containers
    const isDelivery = metadata.name.endsWith('-delivery')
    check(!isDelivery || !env.some(({ name }) => name === 'DATABASE_URL'), 'Delivery gets the DATABASE_URL.')
    const named = new Set(env.map(({ name }) => name))
    check(named.size === env.length, `A variable is set twice: ${env.map(({ name }) => name).join(', ')}`)
  }
}
