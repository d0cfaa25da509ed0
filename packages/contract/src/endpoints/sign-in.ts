import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, id } from '../schemas/common.ts'
import { openSessionSchema, sessionSchema, signInMethodsSchema } from '../schemas/session.ts'

const tag = 'Sign-in'

export const getSignInMethods = endpoint({
  method: 'GET',
  path: '/api/auth/methods',
  tag,
  summary: 'How to sign in here',
  access: 'public',
  answers: { 200: signInMethodsSchema },
})

export const getSession = endpoint({
  method: 'GET',
  path: '/api/auth/session',
  tag,
  summary: 'Read the session',
  description: 'Who is signed in, to which organization, and what they may do.',
  access: 'session',
  answers: { 200: sessionSchema },
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  tag,
  summary: 'List my sessions',
  description: 'Of whoever asks, and nobody else; the 100 that were used last, newest first.',
  access: 'session',
  answers: { 200: z.object({ items: z.array(openSessionSchema) }) },
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/{sessionId}',
  tag,
  summary: 'End a session of mine',
  description: 'It is refused from its next request on. The one that asks may be ended too.',
  access: 'session',
  answers: { 200: z.object({ id: id('sess') }) },
})

export const signOut = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out',
  tag,
  summary: 'Sign out',
  access: 'session',
  body: body({
    everywhere: z.boolean().optional().meta({ description: 'End all sessions of the user, not this one alone.' }),
  }),
  bodyOptional: true,
  answers: { 204: z.undefined() },
  setsCookie: [204, 401],
})
