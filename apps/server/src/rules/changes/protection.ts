import { type Environment, type Flag, type FlagKind, fail } from '@bunting/contract'
import { type Administering, mayAdminister } from '../access/permissions.ts'
import type { EnvironmentContent, FlagContent } from './proposals.ts'

/** The fields of an update that change something. */
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
  managedBy?: string | null
}
export type EnvironmentUpdate = {
  name?: string
  color?: string
  protected?: boolean
  strict?: boolean
  emergency?: boolean
}

/** Tells whether an update changes what evaluations answer. */
export const changesAnswers = ({ archived, clientSafe }: FlagUpdate): boolean =>
  archived !== undefined || clientSafe !== undefined

/** Refuses editors where a protected environment has a version of the flag: only admins change what it answers. */
export const requireAdminOf = (environments: readonly Environment[], flag: Flag, actor: Administering): void => {
  const guarded = environments.filter((environment) => environment.protected).map(({ slug }) => slug)
  if (guarded.length === 0 || mayAdminister(actor)) return
  fail(
    'FORBIDDEN',
    `${flag.key} has a version in ${guarded.join(', ')}, which is protected: only an admin archives it, brings it back or changes whether it is client-safe.`,
  )
}

/** A strict environment among these, if any. One is enough: its approval holds for all of them. */
export const findStrict = (environments: readonly Environment[]): Environment | undefined =>
  environments.find(({ strict }) => strict)

/** A proposal changes one thing only, so that its reviewer overlooks nothing. */
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

/** The proposal for an update; undefined if an admin may make it alone, since it takes no protection away. */
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

/** Completes an update: a strict environment is always protected, and one that loses its protection is not strict. */
export const settle = (before: Environment, update: EnvironmentUpdate): EnvironmentUpdate => {
  if (update.strict === true && !(update.protected ?? before.protected)) {
    fail('CONFLICT', `${before.slug} is not protected, which strict needs: send protected: true with it.`)
  }
  return update.protected === false && before.strict ? { ...update, strict: false } : update
}

/** Only admins may change protection, or approve a change of it. */
export const requireAdminFor = (actor: Administering): void => {
  if (!mayAdminister(actor)) fail('FORBIDDEN', "Only an admin approves changes of an environment's protection.")
}

/** Refuses a proposal whose change was made in the meantime. */
export const requireNews = (update: object): void => {
  if (Object.keys(update).length === 0) fail('CONFLICT', 'It is like this already: reject the proposal.')
}
