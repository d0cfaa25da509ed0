import { spawnSync } from 'node:child_process'

/** Returns the versions of a toolchain, as its programs print them; undefined if it is missing or too old. */
export const findToolchain = ({ toolchain, besides = [], atLeast = [] }, env = process.env) => {
  const told = [toolchain, ...besides].map(([program, ...args]) => {
    const { status, stdout } = spawnSync(program, args, { env, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  })
  if (told.includes(undefined)) return undefined
  const [first = ''] = told[0].match(/\d+(\.\d+)*/) ?? []
  return isAtLeast(first.split('.').map(Number), atLeast) ? told.join('\n') : undefined
}

const isAtLeast = (version, [least, ...rest]) => {
  if (least === undefined) return true
  const [part = 0, ...others] = version
  return part === least ? isAtLeast(others, rest) : part > least
}
