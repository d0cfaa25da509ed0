import { type Flag, fail, manifestEndpoints } from '@bunting/contract'
import { handle, proposed } from '../../http/endpoint/handle.ts'
import { requireListed } from '../../rules/manifest/manifest-flag.ts'
import { change } from '../change.ts'
import { updateOrPropose } from '../flags/update-flag.ts'
import { addCapabilities } from './capabilities.ts'

export const archiveManifestFlag = handle(manifestEndpoints.archiveManifestFlag, async (ctx) => {
  const { archivedAt } = await change(ctx, ctx.actor, async (tx) => {
    const changed = await updateOrPropose(ctx, tx, ctx.flag, { archived: true })
    // The response cannot describe a proposal, so this refuses the request; the transaction is rolled back.
    if (proposed in changed.result) refuseStrict(ctx.flag)
    if (changed.audit.length === 0) requireListed(changed.result as Flag)
    return { ...changed, result: changed.result as Flag }
  })
  addCapabilities(ctx)
  return { message: `Flag "${ctx.flag.key}" archived. Bring it back in the dashboard if it is needed.`, archivedAt }
})

const refuseStrict = ({ key }: Flag): never =>
  fail(
    'CONFLICT',
    `Flag "${key}" has a version in a strict environment, where it is archived by a proposal: make one in the dashboard, or by "bunting flags archive".`,
    [{ path: 'key', message: 'is that of a flag in a strict environment' }],
  )
