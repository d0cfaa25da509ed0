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

/** What it takes to build OpenFeature's command line, as for the SDK of a language. */
export const toolchain = { toolchain: ['go', 'version'], atLeast: [1, 25], needs: 'Go from 1.25 on' }

/** The path of OpenFeature's command line. It is built from its module where this version is not there yet. */
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
 * Builds it aside, so that it is never there by halves. `go install` would also ask for every other version of the module, which
 * not every proxy tells.
 */
async function build(env) {
  const aside = mkdtempSync(join(folder, '.building-'))
  const go = async (...args) => {
    const { code, output } = await run('go', args, { env, cwd: aside, keep: true })
    if (code !== 0) throw new Failure(`go ${args.join(' ')}\n${output.trim()}`)
    return output
  }
  try {
    // Go may say before it that it downloads something.
    const [told] = (await go('mod', 'download', '-json', `${module}@${version}`)).match(/^\{[\s\S]*^\}/m)
    const { Dir: source } = JSON.parse(told)
    await go('build', '-C', source, '-o', join(aside, 'openfeature'), './cmd/openfeature')
    renameSync(join(aside, 'openfeature'), program)
  } finally {
    rmSync(aside, { recursive: true })
  }
}
