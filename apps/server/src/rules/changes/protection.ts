import { type Environment, type Flag, type FlagKind, fail } from '@bunting/contract'
import { type Administering, mayAdminister } from '../access/permissions.ts'
import type { EnvironmentContent, FlagContent } from './proposals.ts'

/** What an update says that is new. */
export type FlagUpdate = {
  name?: string
  description?: string | null
  clientSafe?: boolean
  archived?: boolean
  schema?: Flag['schema'] | null
  tags?: readonly string[]
  ownerId?: string | null
  kind?: FlagKind | null
  expectedEnd?: string | null
}
export type EnvironmentUpdate = {
  name?: string
  color?: string
  protected?: boolean
  strict?: boolean
  emergency?: boolean
}

/** Whether evaluations notice. */
export const changesAnswers = ({ archived, clientSafe }: FlagUpdate): boolean =>
  archived !== undefined || clientSafe !== undefined

/** What a protected environment answers is not an editor's to change alone. All of these have a version of the flag. */
export const requireAdminOf = (environments: readonly Environment[], flag: Flag, actor: Administering): void => {
  const guarded = environments.filter((environment) => environment.protected).map(({ slug }) => slug)
  if (guarded.length === 0 || mayAdminister(actor)) return
  fail(
    'FORBIDDEN',
    `${flag.key} has a version in ${guarded.join(', ')}, which is protected: only an admin archives it, brings it back or changes whether it is client-safe.`,
  )
}

/** Where it takes two people. One of several will do: whoever approves it there approves it for all of them. */
export const findStrict = (environments: readonly Environment[]): Environment | undefined =>
  environments.find(({ strict }) => strict)

/** A proposal says one thing, so that whoever approves it overlooks none. */
export const proposeOfFlag = (flag: Flag, update: FlagUpdate, strict: Environment): FlagContent => {
  const { archived, clientSafe } = update
  const of = { flagId: flag.id, proposedConfig: null }
  if (Object.keys(update).length > 1) {
    fail(
      'CONFLICT',
      `${strict.slug} is strict: archived and clientSafe are proposals there. Send each apart from everything else.`,
    )
  }
  return clientSafe === undefined
    ? { kind: 'archive', change: { archived: archived === true }, ...of }
    : { kind: 'clientSafe', change: { clientSafe }, ...of }
}

/** Undefined where an admin may do it alone: what only adds protection, and what is none of it. */
export const proposeOfEnvironment = (
  before: Environment,
  update: EnvironmentUpdate,
): EnvironmentContent | undefined => {
  const { protected: protection, strict, emergency, ...others } = update
  if (!before.strict || (protection === undefined && strict === undefined && !emergency)) return undefined
  if (Object.keys(others).length > 0 || emergency === false) {
    fail('CONFLICT', `${before.slug} is strict: its protection changes by a proposal. Send that apart from the rest.`)
  }
  const change = {
    ...(protection === undefined ? {} : { protected: protection }),
    ...(strict === undefined ? {} : { strict }),
    ...(emergency ? { emergency } : {}),
  }
  return { kind: 'environment', change, flagId: null, proposedConfig: null }
}

/** Being strict is being protected, and more: it goes with it. */
export const settle = (before: Environment, update: EnvironmentUpdate): EnvironmentUpdate => {
  if (update.strict === true && !(update.protected ?? before.protected)) {
    fail('CONFLICT', `${before.slug} is not protected, which strict needs: send protected: true with it.`)
  }
  return update.protected === false && before.strict ? { ...update, strict: false } : update
}

/** Who may not change an environment's protection does not let others change it either. */
export const requireAdminFor = (actor: Administering): void => {
  if (!mayAdminister(actor)) fail('FORBIDDEN', "Only an admin approves changes of an environment's protection.")
}

/** A proposal whose change came about without it has nothing left to do. */
export const requireNews = (update: object): void => {
  if (Object.keys(update).length === 0) fail('CONFLICT', 'It is like this already: reject the proposal.')
}
