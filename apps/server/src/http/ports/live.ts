import type { OrganizationId, ProjectId } from '@bunting/contract'
import type { Actor } from '../auth/actor.ts'
import type { SentEvents } from '../endpoint/send-events.ts'

/** Live events of projects, which end with the reader's right to them. */
export type Live = {
  /**
   * Events of a project after `lastEventId`, or from now on. Resolves once the starting position is known: a reader
   * that reads the project after that misses no change.
   */
  follow(
    actor: Actor,
    project: { id: ProjectId; orgId: OrganizationId },
    lastEventId: string | undefined,
  ): Promise<SentEvents>
}
