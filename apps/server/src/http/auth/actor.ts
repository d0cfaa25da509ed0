import type {
  ApiKeyId,
  ApiKeyType,
  EnvironmentId,
  OrganizationId,
  Plan,
  Role,
  Scope,
  SessionId,
  UserId,
} from '@bunting/contract'

/** A signed-in person, in their organization. */
export type SessionUser = {
  id: UserId
  type: 'user'
  orgId: OrganizationId
  plan: Plan
  /** The role in the project of the path, if they have one of their own there; else in the organization. */
  role: Role
  organizationRole: Role
  sessionId: SessionId
  credential: Credential
}

/** The key or the session that an actor came with. */
type Credential = {
  hash: string
  /** The time at which it ends, as far as is known now. */
  endsMs: number
}

export type KeyBearer = {
  id: ApiKeyId
  type: 'api_key'
  keyType: ApiKeyType
  orgId: OrganizationId
  environmentId: EnvironmentId
  ownerId: UserId | null
  /** The scopes that it was made with. Its owner may have lost some since, or have them only in some projects. */
  madeFor: readonly Scope[]
  /** The scopes that it has now. */
  scopes: readonly Scope[]
  plan: Plan
  credential: Credential
  /** The name that a program of an assistant gives itself, if the request came by one. */
  assistant?: string | undefined
}

/** The caller, in their organization. */
export type Actor = KeyBearer | SessionUser

/** The person behind an actor: the session's user or the key's owner. Null if the operator or the bootstrap made the key. */
export const personOf = (actor: Actor): UserId | null => (actor.type === 'user' ? actor.id : actor.ownerId)

/** The caller as a reviewer, who decides about changes that others made. */
export const reviewerOf = (actor: Actor) => ({ id: actor.id, orgId: actor.orgId, personId: personOf(actor) })
