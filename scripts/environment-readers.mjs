import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { listWorkspaces } from './install/workspaces.mjs'
import { root } from './root.mjs'

const readers = /^apps\/(server\/src\/(config\/config\.ts$|testing\/)|bunting\/src\/start\.ts$)/
const reads = /\bprocess\s*\??\.\s*env\b|\bprocess\s*\??\.?\[|[{,]\s*env\b[^}]*\}\s*=\s*process\b|from 'node:process'/

/** Source files that read the environment although they may not. */
export function findEnvironmentReaders() {
  return listWorkspaces()
    .filter(
      (folder) =>
        folder.startsWith('packages') || ['server', 'cli', 'bunting'].some((app) => folder === join('apps', app)),
    )
    .map((folder) => join(root, folder, 'src'))
    .filter((folder) => existsSync(folder))
    .flatMap(listSources)
    .filter((file) => !readers.test(file) && reads.test(readFileSync(join(root, file), 'utf8')))
}

const listSources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => relative(root, join(folder, name)).split(sep).join('/'))
