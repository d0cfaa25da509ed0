import type { Locator, Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'

type Config = { included?: string[]; excluded?: string[]; rules?: object[]; comment?: string }

/** Helpers for segments, in Staging unless another environment is given. */
export const segmentsOf = (dashboard: Dashboard) => {
  const { api, projectId, environments } = dashboard
  const { staging = '' } = environments
  const placeOf = (segmentKey: string, envId = staging) => ({ projectId, segmentKey, envId })
  const save = (segmentKey: string, version: number, config: Config) =>
    api.createSegmentVersion({ params: placeOf(segmentKey), body: { version, ...config } as never })
  return {
    placeOf,
    save,
    /** Creates a segment for a single test, with a version. */
    newSegment: async (key: string, name: string, config: Config): Promise<void> => {
      await api.createSegment({ params: { projectId }, body: { key, name } })
      await save(key, 1, config)
    },
    /** Creates a flag that references a segment, and returns its place. */
    newFlagNaming: async (segmentKey: string, flagKey: string) => {
      const params = { projectId, envId: staging, flagKey }
      await api.createFlag({ params, body: { key: flagKey, name: flagKey, type: 'boolean' } })
      const rules = [{ conditions: [{ operator: 'in_segment', value: segmentKey } as const], value: true }]
      await api.createFlagVersion({ params, body: { version: 1, enabled: true, defaultValue: false, rules } })
      return params
    },
    versionOf: async (segmentKey: string, envId = staging) =>
      (await api.getSegment({ params: placeOf(segmentKey) })).versions[envId],
  }
}

export const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((one, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    one.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

export const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })
