import type { FlagVersion } from '@bunting/contract'
import { own } from '../own.ts'
import type { Flag } from '../server/flags.ts'

export type FlagConfig = FlagVersion['config']
export type Rule = FlagConfig['rules'][number]
export type Condition = Rule['conditions'][number]
export type FlagValue = FlagConfig['defaultValue']

/** A config before it has a version. */
export type Draft = Omit<FlagConfig, 'version'>

/** What is active in an environment; undefined where the flag has no version there. */
export const findLatest = (flag: Flag, env: { id: string }): FlagVersion | undefined => own(flag.versions, env.id)

export const draftOf = ({ version: _, ...draft }: FlagConfig): Draft => draft
