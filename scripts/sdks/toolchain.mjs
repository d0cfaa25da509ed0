import { spawnSync } from 'node:child_process'

/** The version of a language's toolchain, as that tells it; undefined where the machine has none. */
export const findToolchain = ({ toolchain: [program, ...args] }, env = process.env) => {
  const { status, stdout } = spawnSync(program, args, { env, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
