import type { EnvironmentId } from '@bunting/contract'
import type { Logger } from '../base/log.ts'
import { outageOf } from '../base/outage.ts'
import { repeat } from '../base/repeat.ts'
import { dayOf } from '../rules/usage/days.ts'
import type { Store } from '../store/store.ts'
import type { LoggedEvent } from '../store/tables/event-log.ts'
import type { SeenSdkRow } from '../store/tables/seen-sdks.ts'

export type SeenSdks = {
  /** Records the SDKs of events that were stored. */
  add(events: readonly LoggedEvent[]): void
  close(): Promise<void>
}

type Options = { store: Pick<Store, 'seenSdks'>; log: Logger; nowMs: () => number; restMs: number }

/** The most versions recorded for an environment in a day: callers may invent versions. */
const maxPerDay = 100
const maxVersion = 100

/** The versions of SDKs that report evaluations: each is recorded once a day. */
export const openSeenSdks = ({ store, log, nowMs, restMs }: Options): SeenSdks => {
  const outage = outageOf(log, {
    failing: 'the database cannot be told which SDKs are in use; trying again',
    again: 'the database is told again which SDKs are in use',
  })
  let today = ''
  let seen = new Map<string, Set<string>>()
  let untold: SeenSdkRow[] = []

  const note = (environmentId: string, sdkType: string, sdkVersion: string): void => {
    const place = `${sdkType} ${sdkVersion}`
    const known = seen.get(environmentId) ?? new Set()
    if (known.has(place) || known.size >= maxPerDay) return
    seen.set(environmentId, known.add(place))
    untold.push({
      environment_id: environmentId as EnvironmentId,
      sdk_type: sdkType,
      sdk_version: sdkVersion,
      day: today,
    })
  }

  const tell = async (): Promise<void> => {
    if (untold.length === 0) return
    const telling = untold
    untold = []
    try {
      await store.seenSdks.note(telling)
      outage.worked()
    } catch (error) {
      untold = [...telling, ...untold]
      outage.failed(error)
    }
  }
  const stop = repeat(restMs, tell)

  return {
    add: (events) => {
      const day = dayOf(nowMs())
      if (day !== today) {
        today = day
        seen = new Map()
      }
      for (const { environmentId, sdkType, sdkVersion } of events) {
        // Delivery reports as an SDK without a version.
        if (sdkVersion !== '' && sdkVersion.length <= maxVersion) note(environmentId, sdkType, sdkVersion)
      }
    },
    close: async () => {
      await stop()
      await tell()
    },
  }
}
