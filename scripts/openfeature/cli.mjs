import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { whileLocked } from '../install/lock.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'

const module = 'github.com/open-feature/cli'
const version = 'v0.4.1'
const folder = join(root, 'node_modules', '.bunting-openfeature-cli')
const program = join(folder, `openfeature-${version}${process.platform === 'win32' ? '.exe' : ''}`)

/** The toolchain that builds OpenFeature's command line, in the form of an SDK's toolchain. */
export const toolchain = { toolchain: ['go', 'version'], atLeast: [1, 25], needs: 'Go from 1.25 on' }

/** Returns the path of OpenFeature's command line, and builds it from its module if this version is missing. */
export async function ensureCli(env = process.env) {
  if (existsSync(program)) return program
  await mkdir(folder, { recursive: true })
  const onWait = () => console.error("Another process builds OpenFeature's command line; waiting for it.")
  await whileLocked(join(folder, '.lock'), onWait, async () => {
    if (!existsSync(program)) await build(env)
  })
  return program
}

/**
 * Builds in a temporary folder, so that the program is never incomplete. `go install` would also list all versions of the
 * module, which not every proxy supports.
 */
async function build(env) {
  const aside = mkdtempSync(join(folder, '.building-'))
  const go = async (...args) => {
    const { code, output } = await run('go', args, { env, cwd: aside, keep: true })
    if (code !== 0) throw new Failure(`go ${args.join(' ')}\n${output.trim()}`)
    return output
  }
  try {
    // Go may print messages about downloads before the JSON.
    const [told] = (await go('mod', 'download', '-json', `${module}@${version}`)).match(/^\{[\s\S]*^\}/m)
    const { Dir: source } = JSON.parse(told)
    await go('build', '-C', source, '-o', join(aside, 'openfeature'), './cmd/openfeature')
    renameSync(join(aside, 'openfeature'), program)
  } finally {
    rmSync(aside, { recursive: true })
  }
}
