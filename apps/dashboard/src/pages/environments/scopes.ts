import type { ApiKeyType, Scope } from '@bunting/contract'
import { sayList } from '@bunting/contract/text'

type ScopeWords = {
  label: string
  /** What the scope is for. */
  hint: string
  /** The words after "It may". */
  may: string
}

/** The scopes of a key, in words. */
export const scopeWords: Record<Scope, ScopeWords> = {
  evaluate: { label: 'Evaluate', hint: 'Ask Delivery what flags give.', may: 'evaluate' },
  telemetry: {
    label: 'Send telemetry',
    hint: 'Tell Bunting what was evaluated: usage comes from it.',
    may: 'send telemetry',
  },
  read: { label: 'Read', hint: 'See everything that the Management API shows.', may: 'read' },
  edit: { label: 'Edit', hint: 'Change flags, configs and proposals. For CI and scripts.', may: 'edit' },
  admin: { label: 'Administer', hint: 'Change projects, environments and keys.', may: 'administer' },
  manage: { label: 'Manage', hint: 'Read, edit and administer.', may: 'manage everything' },
}

const scopes = Object.keys(scopeWords) as Scope[]

/** The scopes to choose from: `manage` is left out, since it is the other three together. */
export const choosableScopes = scopes.filter((scope) => scope !== 'manage')

/** Tells whether a key may have the scope. A client key is public, so it manages nothing. */
export const isAllowed = (type: ApiKeyType, scope: Scope): boolean =>
  type === 'server' || scope === 'evaluate' || scope === 'telemetry'

/** The scopes as a sentence: `It may evaluate and send telemetry.` */
export const sayScopes = (given: readonly Scope[]): string =>
  `It may ${sayList(scopes.filter((scope) => given.includes(scope)).map((scope) => scopeWords[scope].may))}.`

type TypeWords = { label: string; hint: string }

export const typeWords: Record<ApiKeyType, TypeWords> = {
  server: { label: 'Server key', hint: 'Answers for every flag. It is a secret: keep it on your servers.' },
  client: { label: 'Client key', hint: 'Answers for client-safe flags alone. It may ship in browsers and apps.' },
}
