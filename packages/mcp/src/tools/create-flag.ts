import { endpoints } from '@bunting/contract'
import { z } from 'zod'
import { saved } from '../change/proposed.ts'
import { requireBody } from '../change/require-body.ts'
import { writing } from '../tool.ts'
import { comment, key } from './fields.ts'

const input = z.strictObject({
  key,
  name: z.string().max(200),
  type: z.enum(['boolean', 'string', 'number', 'json']),
  description: z.string().max(2_000).optional(),
  comment,
})

export const createFlag = writing({
  name: 'create_flag',
  description: 'Create a flag. It evaluates nowhere before change_flag gives it a config.',
  input,
  destructive: false,
  plan: async ({ api, project }, { comment, ...flag }) => {
    const body = { ...flag, comment }
    requireBody(endpoints.createFlag, body)
    return {
      question: {
        title: `Create the flag ${flag.key} in ${project.slug}`,
        changes: Object.entries(flag).map(([path, after]) => ({ path, after })),
        people: 'Nobody gets another answer: it has no config yet.',
        comment,
        basis: project.id,
      },
      carryOut: async () => {
        const made = await api.createFlag({ params: { projectId: project.id }, body })
        return saved(made, { key: made.key })
      },
    }
  },
})
