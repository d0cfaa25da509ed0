import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

const folder = join(root, 'packages')
const sdks = ['@bunting/sdk-server', '@bunting/sdk-web', '@bunting/sdk-react', '@bunting/openfeature']

/** The published packages: the SDKs and their dependencies, dependencies first. */
export function listPackages() {
  const found = new Map(readdirSync(folder).map(read))
  const ordered = new Map()
  const add = (name) => {
    const one = found.get(name)
    if (!one || ordered.has(name)) return
    for (const needed of Object.keys(one.manifest.dependencies ?? {})) add(needed)
    ordered.set(name, one)
  }
  for (const name of sdks) add(name)
  return [...ordered.values()]
}

function read(name) {
  const from = join(folder, name)
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  return [manifest.name, { name: manifest.name, folder: name, from, manifest }]
}
