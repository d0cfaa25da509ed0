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
  /** In the project that the path is in, where they have one of their own there; else in the organization. */
  role: Role
  organizationRole: Role
  sessionId: SessionId
  credential: Credential
}

/** What an actor came with: a key or a session. */
type Credential = {
  hash: string
  /** When it is over, as far as is known now. */
  endsMs: number
}

export type KeyBearer = {
  id: ApiKeyId
  type: 'api_key'
  keyType: ApiKeyType
  orgId: OrganizationId
  environmentId: EnvironmentId
  ownerId: UserId | null
  /** What it was made for, which whose key it is may not do any more, or only in some projects. */
  madeFor: readonly Scope[]
  /** What it may do now. */
  scopes: readonly Scope[]
  plan: Plan
  credential: Credential
}

/** The caller, in their organization. */
export type Actor = KeyBearer | SessionUser

/** The person behind an actor: a session's own, or whose key it is. None where the operator or the bootstrap made it. */
export const personOf = (actor: Actor): UserId | null => (actor.type === 'user' ? actor.id : actor.ownerId)

/** The caller as a reviewer, who decides about what others made. */
export const reviewerOf = (actor: Actor) => ({ id: actor.id, orgId: actor.orgId, personId: personOf(actor) })
