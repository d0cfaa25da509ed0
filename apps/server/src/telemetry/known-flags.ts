import { setTimeout } from 'node:timers/promises'
import type { EnvironmentId, ProjectId } from '@bunting/contract'
import { giveTurn } from '../base/give-turn.ts'
import { possibleFlagKey } from '../rules/configs/flag-keys.ts'
import type { Store } from '../store/store.ts'

/** The keys of all flags of an environment's project, archived or not. */
export type KnownFlags = {
  /** With those among the wanted ones that were made just now. */
  among(environmentId: string, wanted: Iterable<string>): Promise<ReadonlySet<string>>
  /** As they are now. */
  now(environmentId: string): Promise<ReadonlySet<string>>
}

type Project = {
  keys: Set<string>
  newestUs: number
  readMs: number
  lookedMs: number
  looking: Promise<unknown>
  /** The look that begins next. */
  next: Promise<void> | undefined
}

const pageSize = 5_000
/** Several instances make flags, their clocks differ, and what was made first may be committed last. */
const overlapUs = 10 * 60 * 1_000_000
/** After that it is read again as a whole: a database that was set back has lost some. */
const freshMs = 10 * 60 * 1_000
/** Of all projects together. */
const maxKeys = 500_000
const maxEnvironments = 100_000

/** Kept in memory: it is asked for every event. */
export const openKnownFlags = (
  { flags, environments }: Pick<Store, 'flags' | 'environments'>,
  restMs: number,
): KnownFlags => {
  const projects = new Map<ProjectId, Project>()
  const projectIds = new Map<string, ProjectId>()

  const projectOf = async (environmentId: string): Promise<ProjectId | undefined> => {
    const known = projectIds.get(environmentId)
    if (known) return known
    const found = await environments.projectOf(environmentId as EnvironmentId)
    if (projectIds.size >= maxEnvironments) projectIds.clear()
    if (found) projectIds.set(environmentId, found)
    return found
  }

  /** What was made since it was last read; at first, everything. */
  const readMore = async (id: ProjectId, project: Project): Promise<void> => {
    for (let afterUs = project.newestUs - overlapUs; ; ) {
      const page = await flags.keysAfter(id, afterUs, pageSize)
      for (const { key } of page) project.keys.add(key)
      afterUs = page.at(-1)?.createdUs ?? afterUs
      project.newestUs = Math.max(project.newestUs, afterUs)
      if (page.length < pageSize) return
      await giveTurn()
    }
  }

  /** A look that begins after the request for it; all requests until then share it. */
  const look = (id: ProjectId, project: Project): Promise<void> => {
    const begin = async (): Promise<void> => {
      await project.looking
      const waitMs = project.lookedMs + restMs - performance.now()
      if (waitMs > 0) await setTimeout(waitMs)
      project.next = undefined
      project.lookedMs = performance.now()
      const looking = readMore(id, project)
      project.looking = looking.catch(() => undefined)
      await looking
    }
    project.next ??= begin()
    return project.next
  }

  /** Those that were read longest ago go first. */
  const makeRoom = (): void => {
    let kept = 0
    for (const [id, { keys }] of [...projects].toReversed()) {
      kept += keys.size
      if (kept > maxKeys) projects.delete(id)
    }
  }

  const open = (id: ProjectId): Project => {
    const known = projects.get(id)
    if (known && performance.now() - known.readMs < freshMs) return known
    projects.delete(id)
    makeRoom()
    const readMs = performance.now()
    const looked = { lookedMs: -restMs, looking: Promise.resolve(), next: undefined }
    const project: Project = { keys: new Set(), newestUs: 0, readMs, ...looked }
    projects.set(id, project)
    return project
  }

  const now: KnownFlags['now'] = async (environmentId) => {
    const id = await projectOf(environmentId)
    if (!id) return new Set()
    const project = open(id)
    await look(id, project)
    return project.keys
  }

  return {
    now,
    among: async (environmentId, wanted) => {
      const keys = projects.get(projectIds.get(environmentId) as ProjectId)?.keys
      for (const key of wanted) {
        if (!keys?.has(key) && possibleFlagKey.test(key)) return now(environmentId)
      }
      return keys ?? new Set()
    },
  }
}
