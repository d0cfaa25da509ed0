import type { OrganizationId, ProjectId } from '@bunting/contract'
import type { Actor } from '../auth/actor.ts'
import type { SentEvents } from '../endpoint/send-events.ts'

/** What happens in projects, as it happens, for as long as those who follow it may read it. */
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
