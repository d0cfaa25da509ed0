import { z } from 'zod'
import { limits } from '../limits.ts'
import { body, id, list, maybeList } from './common.ts'
import { contextSchema, evaluationResultSchema } from './explain.ts'

export const answersBody = body({
  context: contextSchema,
  environmentIds: maybeList(list(z.string(), limits.ids, 1)).meta({
    description: 'Environments of the project; all of them where absent.',
  }),
}).meta({ id: 'AnswersBody' })

export const flagAnswersSchema = z
  .object({
    flagKey: z.string(),
    answers: z.record(id('env'), evaluationResultSchema).meta({
      description: 'By the id of the environment. One where the flag has no version has no entry.',
    }),
  })
  .meta({ id: 'FlagAnswers' })

export type FlagAnswers = z.infer<typeof flagAnswersSchema>
