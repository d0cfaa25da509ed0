import type { OrganizationId, ProjectId } from '@bunting/contract'
import type { Actor } from '../auth/actor.ts'
import type { SentEvents } from '../endpoint/send-events.ts'

/** Live events of projects, which end with the reader's right to them. */
export type Live = {
  /**
   * Events of a project from a place on, as the reader sent it; else from now on. The answer waits until the place is known: a
   * reader that then reads the project misses no change.
   */
  follow(
    actor: Actor,
    project: { id: ProjectId; orgId: OrganizationId },
    lastEventId: string | undefined,
  ): Promise<SentEvents>
}
