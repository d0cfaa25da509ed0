import { findToolchain } from '../sdks/toolchain.mjs'
import { provider } from './provider.mjs'

/** Returns the versions of the provider's toolchains, and which of them the machine lacks. */
export function findToolchains(env = process.env) {
  const found = provider.toolchains.map((each) => ({ ...each, version: findToolchain(each, env) }))
  return {
    versions: found.map(({ version }) => version).join('\n'),
    lacking: found.filter(({ version }) => version === undefined).map(({ needs }) => needs),
  }
}
