import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf } from '../ensure-built.mjs'
import { Failure, reportFailures } from '../fail.mjs'
import { whileLocked } from '../install/lock.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'
import { languages } from './languages.mjs'
import { findToolchain } from './toolchain.mjs'

// Builds the jars of the Java SDK and of its test service, unless they are up to date with the sources and the JDK.
const folder = join(root, 'sdks', 'java')
const stamp = join(folder, 'test-service', 'target', '.made-from')
const language = languages.find(({ name }) => name === 'java')

await reportFailures(async () => {
  const version = findToolchain(language)
  const state = () => `${version}\n${hashOf(language.folders)}`
  const isMade = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === state()
  if (isMade()) return
  const onWait = () => console.error('Another process builds the jars; waiting for it.')
  await whileLocked(join(root, 'node_modules', '.bunting-jars-lock'), onWait, async () => {
    if (isMade()) return
    const made = state()
    const args = ['-q', '-B', 'package', '-DskipTests']
    const { code, output } = await run('mvn', args, { cwd: folder, keep: true })
    if (code !== 0) throw new Failure(`mvn ${args.join(' ')}\n${output.trim()}`)
    writeFileSync(stamp, made)
  })
})
