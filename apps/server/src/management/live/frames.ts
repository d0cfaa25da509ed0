import type { ProjectEvent } from '@bunting/contract'
import type { News } from '../../store/audit/news.ts'

export const beatFrame = Buffer.from(':\n\n')

const frameOf = ({ event, id, data }: ProjectEvent): Buffer =>
  Buffer.from(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)

export const changedFrame = ({ seq, change }: News): Buffer =>
  frameOf({ event: 'changed', id: String(seq), data: change })

export const resetFrame = (seq: number): Buffer => frameOf({ event: 'reset', id: String(seq), data: {} })

/** A frame without an event: only the id from which a stream is resumed. */
export const placeFrame = (seq: number): Buffer => Buffer.from(`id: ${seq}\n\n`)
