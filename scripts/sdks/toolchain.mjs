import { spawnSync } from 'node:child_process'

/** The version of a language's toolchain, as that tells it; undefined where the machine has none that will do. */
export const findToolchain = ({ toolchain: [program, ...args], atLeast = [] }, env = process.env) => {
  const { status, stdout } = spawnSync(program, args, { env, encoding: 'utf8' })
  if (status !== 0) return undefined
  const [first = ''] = stdout.match(/\d+(\.\d+)*/) ?? []
  return isAtLeast(first.split('.').map(Number), atLeast) ? stdout.trim() : undefined
}

const isAtLeast = (version, [least, ...rest]) => {
  if (least === undefined) return true
  const [part = 0, ...others] = version
  return part === least ? isAtLeast(others, rest) : part > least
}
