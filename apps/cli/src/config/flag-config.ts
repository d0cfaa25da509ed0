import type { FlagVersion } from '@bunting/contract'
import { own } from '../core/own.ts'

export type FlagConfig = FlagVersion['config']
export type Rule = FlagConfig['rules'][number]
export type FlagValue = FlagConfig['defaultValue']

/** A config that has no version yet. */
export type Draft = Omit<FlagConfig, 'version'>

/** The active version in an environment; undefined if there is none. */
export const findLatest = <Version>(
  { versions }: { versions: Readonly<Record<string, Version>> },
  env: { id: string },
): Version | undefined => own(versions, env.id)

type DraftOf<Config> = Config extends unknown ? Omit<Config, 'version'> : never

export const draftOf = <Config extends { version: number }>({ version: _, ...draft }: Config): DraftOf<Config> =>
  draft as unknown as DraftOf<Config>
