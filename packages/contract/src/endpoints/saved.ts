import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { body, id, name } from '../schemas/common.ts'
import { contextSchema } from '../schemas/explain.ts'
import { page, paging } from '../schemas/paging.ts'
import { savedContextSchema, savedViewSchema, viewSearch } from '../schemas/saved.ts'

const views = 'Views'
const contexts = 'Contexts'
const favourites = 'Favourites'

export const listViews = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/views',
  tag: views,
  summary: 'List saved views',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(savedViewSchema) },
})

export const createView = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/views',
  tag: views,
  summary: 'Save a view',
  description: `Of the project's flags, for everybody in the project. A project has at most ${limits.saved}, each under a name of its own.`,
  access: 'edit',
  body: body({ name, search: viewSearch }),
  answers: { 201: savedViewSchema },
  errors: ['CONFLICT'],
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{projectId}/views/{viewId}',
  tag: views,
  summary: 'Delete a saved view',
  access: 'edit',
  answers: { 200: z.object({ id: id('view') }) },
})

export const listContexts = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/contexts',
  tag: contexts,
  summary: 'List saved contexts',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(savedContextSchema) },
})

export const createContext = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/contexts',
  tag: contexts,
  summary: 'Save a context',
  description: `One to try flags with, for everybody in the project. A project has at most ${limits.saved}, each under a name of its own. What an evaluation would not read is not kept; what is kept has at most 64 KiB as JSON.`,
  access: 'edit',
  body: body({ name, context: contextSchema }),
  answers: { 201: savedContextSchema },
  errors: ['CONFLICT'],
})

export const deleteContext = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{projectId}/contexts/{contextId}',
  tag: contexts,
  summary: 'Delete a saved context',
  access: 'edit',
  answers: { 200: z.object({ id: id('ctx') }) },
})

export const getFavourites = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/favourites',
  tag: favourites,
  summary: 'Read your favourite flags',
  description: 'The keys of all of them, in their order: each person has their own.',
  access: 'readSession',
  answers: { 200: z.object({ items: z.array(z.string()) }) },
})

const favourite = z.object({ flagKey: z.string(), favourite: z.boolean() })

export const addFavourite = endpoint({
  method: 'PUT',
  path: '/v1/projects/{projectId}/favourites/{flagKey}',
  tag: favourites,
  summary: 'Make a flag a favourite of yours',
  access: 'readSession',
  answers: { 200: favourite },
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{projectId}/favourites/{flagKey}',
  tag: favourites,
  summary: 'Make a flag a favourite of yours no longer',
  access: 'readSession',
  answers: { 200: favourite },
})
