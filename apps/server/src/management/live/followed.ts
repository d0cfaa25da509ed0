import type { OrganizationId, ProjectId } from '@bunting/contract'
import type { Actor } from '../../http/auth/actor.ts'
import type { EventReader } from '../../http/endpoint/send-events.ts'
import type { News } from '../../store/audit/news.ts'
import { concerns } from './concerns.ts'
import { changedFrame } from './frames.ts'

/** An open stream. It gets new events only after it has caught up with all earlier ones. */
export type Stream = { reader: EventReader; isCaughtUp: boolean }

/** The streams of a project with the same session or key, which is checked once for all of them. */
export type Group = { actor: Actor; projectId: ProjectId; streams: Set<Stream> }

/** An organization with open streams, and the position in its audit chain up to which events were sent. */
export type Followed = {
  orgId: OrganizationId
  sent: number
  groups: Map<string, Group>
  /** Resolves when the position of the chain's head is known. */
  ready: Promise<void>
}

/** Adds a stream to the group of its session or key; `remove` takes it out again. */
export const addStream = (org: Followed, actor: Actor, projectId: ProjectId, stream: Stream) => {
  const name = `${actor.credential.hash} ${projectId}`
  const known = org.groups.get(name)
  const group: Group = known ?? { actor, projectId, streams: new Set() }
  org.groups.set(name, group)
  group.streams.add(stream)
  const remove = (): void => {
    group.streams.delete(stream)
    if (group.streams.size === 0 && org.groups.get(name) === group) org.groups.delete(name)
  }
  return { group, isNew: !known, remove }
}

/** Sends news to all streams that they concern. Returns the groups whose session or key has to be checked again. */
export const tellOf = (org: Followed, news: readonly News[]): Set<Group> => {
  const doubtful = new Set<Group>()
  for (const one of news) {
    const frame = changedFrame(one)
    for (const group of org.groups.values()) {
      if (one.projectId === null || one.projectId === group.projectId) tellGroup(group, frame)
      if (concerns(one.change, group.actor)) doubtful.add(group)
    }
    org.sent = one.seq
  }
  return doubtful
}

export const tellGroup = ({ streams }: Group, frame: Uint8Array): void => {
  for (const { reader, isCaughtUp } of streams) if (isCaughtUp) reader.write(frame)
}

export const endGroup = ({ streams }: Group): void => {
  for (const { reader } of streams) reader.end()
}
