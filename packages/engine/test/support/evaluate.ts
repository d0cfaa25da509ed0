import {
  type CompiledFlag,
  compileFlags,
  type EvaluationContext,
  type EvaluationResult,
  type FlagConfig,
  type FlagsSource,
  type FlagType,
} from '../../src/index.ts'
import { type NamedList, openLists } from './lists.ts'

type Described = { type?: FlagType; config: FlagConfig | null }

/** The type of the tested flag, and the flags and segments beside it. */
export type Beside = {
  type?: FlagType
  flags?: Readonly<Record<string, Described>>
  segments?: Readonly<Record<string, unknown>>
  /** What is there of the lists that segments name. */
  lists?: readonly NamedList[]
  /** The format of the bundle; 2 by default. */
  format?: number
}

const typeOf = ({ type, config }: Described): FlagType => {
  const found = type ?? (typeof config?.defaultValue === 'object' ? 'json' : typeof config?.defaultValue)
  return found as FlagType
}

export const sourceOf = (flagKey: string, config: FlagConfig | null, beside: Beside = {}): FlagsSource => {
  const { flags = {}, segments = {}, lists = [], format = 2, type } = beside
  const all = { ...flags, ...(config && { [flagKey]: { ...(type && { type }), config } }) }
  return {
    format,
    flags: new Map(Object.entries(all).map(([key, flag]) => [key, { type: typeOf(flag), config: flag.config }])),
    segments: new Map(Object.entries(segments)),
    findList: openLists(lists).find,
  }
}

export const compile = (flagKey: string, config: FlagConfig, beside?: Beside): CompiledFlag =>
  compileFlags(sourceOf(flagKey, config, beside)).flags.get(flagKey) as CompiledFlag

export const evaluate = (
  flagKey: string,
  config: FlagConfig,
  context: EvaluationContext,
  beside?: Beside,
): EvaluationResult => compile(flagKey, config, beside).evaluate(context)
