import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureProgram, programFolder } from '../build/ensure-program.mjs'
import { collectOutput } from '../collect-output.mjs'
import { Failure } from '../fail.mjs'
import { findNode } from '../node.mjs'

const main = join(programFolder, 'dist', 'main.js')

/** Starts Bunting on its own folder, on free ports. */
export async function startService(folder) {
  await ensureProgram()
  const { PATH, HOME, TMPDIR } = process.env
  const settings = {
    BUNTING_DATA_DIR: folder,
    BUNTING_MANAGEMENT_PORT: '0',
    BUNTING_DELIVERY_PORT: '0',
    BUNTING_RATE_LIMIT_MANAGEMENT: 'off',
  }
  const child = spawn(findNode(), [main, 'serve'], { env: { PATH, HOME, TMPDIR, ...settings } })
  const ended = collectOutput(child)
  let said = ''
  const isUp = new Promise((resolve) => {
    child.stdout.on('data', (text) => {
      said += text
      if (said.includes('Ctrl-C')) resolve(true)
    })
  })
  if ((await Promise.race([isUp, ended])) !== true) throw new Failure(`Bunting did not start:\n${(await ended).output}`)
  const find = (pattern) => pattern.exec(said)[1]
  return {
    managementUrl: find(/Management API +(\S+)/),
    deliveryUrl: find(/Delivery API +(\S+)/),
    operatorKey: find(/^ +(sk_\S+)$/m),
    stop: () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}
