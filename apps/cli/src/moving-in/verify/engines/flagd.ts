import { nested, type OpenEngine, silent, theirAttributes, theirKeys } from '../engine.ts'

type Details = { value?: unknown; reason: string }
type Flag = { state: string; evaluate(context: object, logger: object): Details }
type Core = {
  setConfigurations(text: string): void
  getFlag(key: string): Flag | undefined
  getFlags(): Map<string, Flag>
}
type Module = { FlagdCore: new (storage: undefined, logger: object) => Core }

export const openFlagd: OpenEngine = ({ load, theirs, choices }) => {
  const { FlagdCore } = load('@openfeature/flagd-core') as Module
  const core = new FlagdCore(undefined, silent)
  core.setConfigurations(JSON.stringify(theirs))
  const keys = theirKeys(core.getFlags().keys())
  return {
    ask: (flagKey, probe) => {
      const flag = core.getFlag(keys.get(flagKey) ?? flagKey)
      if (!flag || flag.state === 'DISABLED') return undefined
      const targetingKey = probe.userId === undefined ? {} : { targetingKey: probe.userId }
      const { value } = flag.evaluate({ ...nested(theirAttributes(probe, choices)), ...targetingKey }, silent)
      return value === undefined ? undefined : { value }
    },
  }
}
