import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '../ensure-built.mjs'
import { Failure, reportFailures } from '../fail.mjs'
import { whileLocked } from '../install/lock.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'
import { languages } from './languages.mjs'
import { findToolchain } from './toolchain.mjs'

// Makes the virtual environment of the Python SDK, with the pinned tools of requirements-dev.txt and the SDK's own sources on its
// path. Does nothing if one with these tools and the same version of Python exists.
const folder = join(root, 'sdks', 'python')
const venv = join(folder, '.venv')
const stamp = join(venv, '.made-from')
const language = languages.find(({ name }) => name === 'python')
const python = join(folder, language.testService[0])
const writePath = `
import pathlib, sys, sysconfig
pathlib.Path(sysconfig.get_path("purelib"), "bunting-sdk.pth").write_text(sys.argv[1])
`

async function succeed(program, args) {
  const { code, output } = await run(program, args, { cwd: folder, keep: true })
  if (code !== 0) throw new Failure(`${program} ${args.join(' ')}\n${output.trim()}`)
}

await reportFailures(async () => {
  const [, ...args] = language.toolchain
  const state = () =>
    `${findToolchain({ ...language, toolchain: [python, ...args] })}\n${hashOf(['sdks/python/requirements-dev.txt'])}`
  const isMade = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === state()
  if (isMade()) return
  const onWait = () => console.error('Another process makes the virtual environment; waiting for it.')
  await whileLocked(join(root, 'node_modules', '.bunting-venv-lock'), onWait, async () => {
    if (isMade()) return
    await succeed('python3', ['-m', 'venv', '--clear', venv])
    await succeed(python, ['-m', 'pip', 'install', '--quiet', '--require-hashes', '-r', 'requirements-dev.txt'])
    await succeed(python, ['-c', writePath, join(folder, 'src')])
    writeFileSync(stamp, state())
  })
})
