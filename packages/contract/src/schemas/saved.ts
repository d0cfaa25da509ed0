import { z } from 'zod'
import type { ActorId, SavedContextId, SavedViewId } from '../ids.ts'
import { limits } from '../limits.ts'
import { id, line, timestamp } from './common.ts'
import { contextSchema } from './explain.ts'

export const viewSearch = line(limits.viewSearch)
  .regex(/^[^\s#]*$/, 'must be what stands after the ? of an address')
  .meta({
    description: 'What stands after the `?` of the address of the page of flags.',
    example: 'tag=checkout&status=active',
  })

export const savedViewSchema = z
  .object({ id: id('view'), name: z.string(), search: z.string(), createdBy: z.string(), createdAt: timestamp })
  .meta({ id: 'SavedView' })

export const savedContextSchema = z
  .object({ id: id('ctx'), name: z.string(), context: contextSchema, createdBy: z.string(), createdAt: timestamp })
  .meta({ id: 'SavedContext' })

export type SavedView = Omit<z.infer<typeof savedViewSchema>, 'id' | 'createdBy'> & {
  id: SavedViewId
  createdBy: ActorId
}
export type SavedContext = Omit<z.infer<typeof savedContextSchema>, 'id' | 'createdBy'> & {
  id: SavedContextId
  createdBy: ActorId
}
