import { type FlagType, isOfShare, leavesOf, type Rule } from '@bunting/engine'
import { sayList } from './text/list.ts'

export type SeenSdk = { sdkType: string; sdkVersion: string; lastSeenOn: string }

/** The first release whose SDKs know what `newIn` names. */
const knownSince = [0, 6, 0]

/** Of a config, or of one that is not saved yet. */
type RulesOf = { rules: readonly Pick<Rule, 'hash' | 'distribution' | 'conditions'>[] }

/** What SDKs of earlier releases do not know in a config: they answer with the code's own fallback for such a flag. */
const newIn = ({ rules }: RulesOf, type: FlagType): string[] => {
  const found = new Set<string>()
  for (const { hash, distribution, conditions } of rules) {
    if (hash) found.add('the hash of another service')
    if (type === 'boolean' && distribution) found.add('a split of a boolean flag')
    for (const { condition } of leavesOf(conditions, '')) if (isOfShare(condition)) found.add('in_share')
  }
  return [...found]
}

/** False where there is no version to read. */
const isOlder = (version: string): boolean => {
  const parts = /(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? []
  const at = parts.findIndex((part, index) => part !== knownSince[index])
  return at !== -1 && (parts[at] ?? 0) < (knownSince[at] ?? 0)
}

/**
 * That SDKs in use do not know what is in a config, as a sentence; undefined where all do. Those in browsers are answered, and
 * need not know it.
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
