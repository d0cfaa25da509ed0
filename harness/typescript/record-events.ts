import type { Flags } from '@bunting/sdk-server'

export type Told = { type: string; n: number; [field: string]: unknown }

/** Records the events of flags, numbered from 1. */
export const recordEvents = (flags: Flags) => {
  const told: Told[] = []
  let revision: number | undefined
  const record = (event: Omit<Told, 'n'>): void => {
    told.push({ n: told.length + 1, ...event } as Told)
  }
  flags.on('ready', (event) => {
    revision = event.revision
    record({ type: 'ready', ...event })
  })
  flags.on('changed', (event) => record({ type: 'changed', ...event }))
  flags.on('stale', (event) => record({ type: 'stale', ...event }))
  flags.on('error', ({ error }) => record({ type: 'error', code: error.code, message: error.message }))
  return {
    record,
    since: (after: number): Told[] => told.filter(({ n }) => n > after),
    revision: () => revision,
  }
}
