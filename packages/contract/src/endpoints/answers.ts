import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { answersBody, flagAnswersSchema } from '../schemas/answers.ts'
import { page, paging } from '../schemas/paging.ts'

export const listAnswers = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/answers',
  tag: 'Flags',
  summary: 'Evaluate every flag in several environments',
  description: `Beyond the service document. For one context what each flag that is not archived answers, environment by environment, as the Delivery API does with a server key. A page has at most ${limits.answers.toLocaleString('en')} answers: with many environments it has fewer flags than asked for. Nothing is counted as usage.`,
  access: 'read',
  query: z.object(paging),
  body: answersBody,
  answers: { 200: page(flagAnswersSchema) },
})
