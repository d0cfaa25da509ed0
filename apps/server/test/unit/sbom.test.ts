import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, test } from 'vitest'

type Component = { name: string; group?: string; version: string; purl: string; scope: string; 'bom-ref': string }
type Sbom = {
  serialNumber: string
  metadata: { timestamp: string; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
type Entry = { name?: string; version?: string; dev?: boolean; devOptional?: boolean; link?: boolean }

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'bunting-sbom-'))
afterAll(() => rmSync(folder, { recursive: true }))
const script = join(root, 'scripts', 'sbom.mjs')

const write = (): Sbom => {
  const file = join(folder, 'bunting.cdx.json')
  execFileSync(process.execPath, [script, file], { cwd: folder })
  return JSON.parse(readFileSync(file, 'utf8'))
}
const sbom = write()

/** The requirements of CycloneDX 1.6 for the parts that we use. */
const text = { type: 'string', minLength: 1 }
const component = {
  type: 'object',
  required: ['type', 'name', 'version', 'purl', 'bom-ref', 'scope', 'licenses'],
  additionalProperties: false,
  properties: {
    type: { enum: ['application', 'library'] },
    'bom-ref': text,
    group: text,
    name: text,
    version: text,
    scope: { enum: ['required', 'optional', 'excluded'] },
    purl: { type: 'string', pattern: '^pkg:npm/(%40[^/]+/)?[^/@]+@[^@]+$' },
    licenses: {
      type: 'array',
      items: {
        type: 'object',
        oneOf: [
          { required: ['expression'], properties: { expression: text }, additionalProperties: false },
          {
            required: ['license'],
            properties: { license: { type: 'object', required: ['id'], properties: { id: text } } },
            additionalProperties: false,
          },
        ],
      },
    },
    hashes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['alg', 'content'],
        properties: { alg: { enum: ['SHA-512'] }, content: { type: 'string', pattern: '^[0-9a-f]{128}$' } },
      },
    },
  },
}
const schema = {
  type: 'object',
  required: ['bomFormat', 'specVersion', 'serialNumber', 'version', 'metadata', 'components', 'dependencies'],
  properties: {
    bomFormat: { const: 'CycloneDX' },
    specVersion: { const: '1.6' },
    serialNumber: { type: 'string', pattern: '^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    version: { const: 1 },
    metadata: { type: 'object', required: ['timestamp', 'component'], properties: { component } },
    components: { type: 'array', items: component, uniqueItems: true },
    dependencies: {
      type: 'array',
      items: {
        type: 'object',
        required: ['ref', 'dependsOn'],
        properties: { ref: text, dependsOn: { type: 'array' } },
      },
    },
  },
}

test('it is a CycloneDX document, whose every reference is to something in it', () => {
  const check = new Ajv2020({ allErrors: true, strict: false }).compile(schema)
  check(sbom)
  expect(check.errors).toBeNull()
  const known = new Set([sbom.metadata.component, ...sbom.components].map((one) => one['bom-ref']))
  expect(known.size).toBe(sbom.components.length + 1)
  for (const { ref, dependsOn } of sbom.dependencies) {
    for (const one of [ref, ...dependsOn]) expect(known).toContain(one)
  }
})

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> }
const named = (place: string, { name, version }: Entry) =>
  `${name ?? place.split(/node_modules\/|apps\//).at(-1)}@${version}`
const listed = new Set(
  sbom.components.map(({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`),
)
const entries = Object.entries(lock.packages).filter(([place, { link }]) => place !== '' && !link)

test('every package that is shipped is in it, with its licence', () => {
  const shipped = entries.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  expect(shipped.length).toBeGreaterThan(200)
  expect(shipped.map(([place, entry]) => named(place, entry)).filter((one) => !listed.has(one))).toEqual([])
})

test('no package that only tests or builds of ours need is in it', () => {
  const shipped = new Set(entries.filter(([, { dev }]) => !dev).map(([place, entry]) => named(place, entry)))
  const forDevelopment = entries.filter(([, { dev }]) => dev).map(([place, entry]) => named(place, entry))
  expect(forDevelopment.filter((one) => listed.has(one) && !shipped.has(one))).toEqual([])
})

test('it names no place that packages were fetched from', () => {
  const { $schema, ...others } = sbom as Sbom & { $schema: string }
  expect($schema).toBe('http://cyclonedx.org/schema/bom-1.6.schema.json')
  expect(JSON.stringify(others)).not.toMatch(/https?:/)
})

test('it is the same again, but for its number and its time', () => {
  const again = write()
  expect(again.serialNumber).not.toBe(sbom.serialNumber)
  const { serialNumber, metadata } = sbom
  expect({ ...again, serialNumber, metadata }).toEqual(sbom)
})

test('without a file it says how it is called', () => {
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('npm run sbom -- ')
})
