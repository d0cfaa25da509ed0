import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, reportFailures } from './fail.mjs'
import { root } from './root.mjs'
import { componentOf } from './sbom/component.mjs'
import { listShipped } from './sbom/shipped.mjs'

/** `npm run sbom -- <file>`: lists what is shipped as a CycloneDX document, from the lock file alone, without a network. */
await reportFailures(async () => {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new Failure('Say where to write it: npm run sbom -- bunting.cdx.json')
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(file, `${JSON.stringify(describe(lock), null, 2)}\n`)
})

function describe(lock) {
  const shipped = listShipped(lock)
  const component = (place) => componentOf(place, lock.packages[place])
  const components = new Map()
  const dependencies = new Map()
  for (const [place, needed] of shipped) {
    const one = component(place)
    const needs = needed.map((other) => component(other).purl)
    if (place !== '') components.set(one.purl, one)
    dependencies.set(one.purl, [...new Set([...(dependencies.get(one.purl) ?? []), ...needs])].sort())
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp: new Date().toISOString(), component: component('') },
    components: sorted(components).map(([, one]) => one),
    dependencies: sorted(dependencies).map(([ref, dependsOn]) => ({ ref, dependsOn })),
  }
}

function sorted(map) {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1))
}
