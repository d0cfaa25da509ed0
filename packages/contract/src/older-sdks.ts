import { type FlagType, isOfShare, leavesOf, type Rule } from '@bunting/engine'
import { sayList } from './text/list.ts'

export type SeenSdk = { sdkType: string; sdkVersion: string; lastSeenOn: string }

/** The first release whose SDKs support everything in `newIn`. */
const knownSince = [0, 6, 0]

/** The rules of a config, saved or not. */
type RulesOf = { rules: readonly Pick<Rule, 'hash' | 'distribution' | 'conditions'>[] }

/** The parts of a config that SDKs before that release do not support: for such a flag they answer the code's fallback. */
const newIn = ({ rules }: RulesOf, type: FlagType): string[] => {
  const found = new Set<string>()
  for (const { hash, distribution, conditions } of rules) {
    if (hash) found.add('the hash of another service')
    if (type === 'boolean' && distribution) found.add('a split of a boolean flag')
    for (const { condition } of leavesOf(conditions, '')) if (isOfShare(condition)) found.add('in_share')
  }
  return [...found]
}

/** Tells whether a version is older; false if it cannot be parsed. */
const isOlder = (version: string): boolean => {
  const parts = /(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? []
  const at = parts.findIndex((part, index) => part !== knownSince[index])
  return at !== -1 && (parts[at] ?? 0) < (knownSince[at] ?? 0)
}

/**
 * A sentence on SDKs in use that are too old for a config; undefined if there are none. SDKs in browsers get answers from
 * the service, so their version does not matter.
 */
export const sayOlderSdks = (
  flags: readonly { type: FlagType; config: RulesOf }[],
  sdks: readonly SeenSdk[],
): string | undefined => {
  const older = sdks.filter(({ sdkType, sdkVersion }) => sdkType === 'server' && isOlder(sdkVersion))
  const unknown = [...new Set(flags.flatMap(({ type, config }) => newIn(config, type)))]
  if (older.length === 0 || unknown.length === 0) return undefined
  const versions = sayList(older.map(({ sdkVersion }) => sdkVersion))
  const lastSeenOn = older.map((sdk) => sdk.lastSeenOn).reduce((one, other) => (one > other ? one : other))
  const [verb, it] = older.length === 1 ? ['does', 'it answers'] : ['do', 'they answer']
  return `${versions} of the server SDK, last seen on ${lastSeenOn}, ${verb} not know ${sayList(unknown)}: ${it} with the fallback in the code. Update to ${knownSince.join('.')} first.`
}
