import { join } from 'node:path'
import { Failure } from '../fail.mjs'
import { root } from '../root.mjs'
import { run } from '../run.mjs'

/** Builds and installs what the steps and the test service of a language need. Prints nothing unless it fails. */
export async function prepare({ name, prepare = [], cwd = '.' }, env = process.env) {
  for (const [program, ...args] of prepare) {
    const { code, output } = await run(program, args, { env, cwd: join(root, cwd), keep: true })
    if (code !== 0) throw new Failure(`The SDK in ${name} could not be prepared.\n${output.trim()}`)
  }
}
