import { nested, type OpenEngine, theirAttributes, theirKeys } from '../engine.ts'
import { findModule, openModule } from './goff-module.ts'

type Flags = Readonly<Record<string, { needs?: readonly unknown[] | null } | undefined>>
type Evaluated = { value?: unknown; failed?: boolean; reason?: string }

/** Asks the evaluation module that GO Feature Flag's own providers contain, compiled from its Go code. */
export const openGoff: OpenEngine = ({ sdk, theirs, choices }) => {
  const evaluate = openModule(findModule(sdk), choices.nowMs ?? Date.now())
  const file = theirs as { flags?: Flags } & Flags
  const flags: Flags = file.flags && !('variations' in file.flags) ? file.flags : file
  const keys = theirKeys(Object.keys(flags))
  return {
    ask: (flagKey, probe) => {
      const key = keys.get(flagKey) ?? flagKey
      const flag = flags[key]
      // The module gets a single flag, without those that it needs.
      if (flag?.needs?.length) return 'unaskable'
      const targetingKey = probe.userId ?? ''
      const evaluated = evaluate({
        flagKey: key,
        flag,
        evalContext: { ...nested(theirAttributes(probe, choices)), targetingKey },
        flagContext: { defaultSdkValue: null, evaluationContextEnrichment: {} },
      }) as Evaluated | undefined
      if (evaluated === undefined) return 'unaskable'
      const { value, failed, reason } = evaluated
      return failed || reason === 'DISABLED' || value === null || value === undefined ? undefined : { value }
    },
  }
}
