import { setTimeout } from 'node:timers/promises'
import type { EnvironmentId, ProjectId } from '@bunting/contract'
import { giveTurn } from '../base/give-turn.ts'
import { possibleFlagKey } from '../rules/configs/flag-keys.ts'
import type { Store } from '../store/store.ts'

/** The keys of all flags of an environment's project, archived or not. */
export type KnownFlags = {
  /** Includes wanted flags that were created just now. */
  among(environmentId: string, wanted: Iterable<string>): Promise<ReadonlySet<string>>
  /** The keys as they are now. */
  now(environmentId: string): Promise<ReadonlySet<string>>
}

type Project = {
  keys: Set<string>
  newestUs: number
  readMs: number
  lookedMs: number
  looking: Promise<unknown>
  /** The next read, which has not begun yet. */
  next: Promise<void> | undefined
}

const pageSize = 5_000
/** The overlap of reads: clocks of instances differ, and a flag that was created first may be committed last. */
const overlapUs = 10 * 60 * 1_000_000
/** After this time all keys are read again: a database restored from a backup has lost some. */
const freshMs = 10 * 60 * 1_000
/** The most keys in memory, of all projects together. */
const maxKeys = 500_000
const maxEnvironments = 100_000

/** Kept in memory, since it is needed for every event. */
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

  /** Reads the keys created since the last read; at first, all of them. */
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

  /** A read that begins after this call; all calls until it begins share it. */
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

  /** Evicts the projects that were read longest ago. */
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
