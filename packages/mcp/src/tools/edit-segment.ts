import { invalid } from '@bunting/contract'
import { z } from 'zod'
import { planLarge } from '../change/large-segment.ts'
import { planSmall } from '../change/small-segment.ts'
import { writing } from '../tool.ts'
import { comment, environment, key } from './fields.ts'

const ids = z.array(z.string().min(1).max(200)).max(1_000).optional()
const input = z.strictObject({ key, environment, add: ids, remove: ids, comment })

export const editSegment = writing({
  name: 'edit_segment',
  description: 'Add ids to a segment, or remove some. Protected environments get a proposal.',
  input,
  destructive: true,
  plan: async (call, { key, environment, add = [], remove = [], comment }) => {
    if (add.length + remove.length === 0) {
      invalid('Nothing is to be changed.', [{ path: 'add', message: 'must be there, or remove' }])
    }
    const env = await call.getEnvironment(environment)
    const segment = await call.api.getSegment({ params: { projectId: call.project.id, segmentKey: key } })
    const edit = { env, segment, add, remove, comment }
    return segment.large ? planLarge(call, edit) : planSmall(call, edit)
  },
})
