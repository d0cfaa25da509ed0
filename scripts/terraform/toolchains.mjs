import { findToolchain } from '../sdks/toolchain.mjs'
import { provider } from './provider.mjs'

/** The versions of the provider's toolchains, and what the machine lacks of them. */
export function findToolchains(env = process.env) {
  const found = provider.toolchains.map((each) => ({ ...each, version: findToolchain(each, env) }))
  return {
    versions: found.map(({ version }) => version).join('\n'),
    lacking: found.filter(({ version }) => version === undefined).map(({ needs }) => needs),
  }
}
