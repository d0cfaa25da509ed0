import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { useMemo } from 'react'
import { sayError } from '../../api/core/change.ts'
import type { FlagInList } from '../../api/flags.ts'
import { promotionSteps, usePromotionTrial } from '../../api/many.ts'
import { BulkDialog } from '../../features/bulk/bulk-dialog.tsx'
import { planPromotion } from '../../features/bulk/plan-promotion.ts'
import type { Bulk, Result } from '../../features/bulk/use-bulk.ts'
import { plural } from '../../format/number.ts'
import { Note } from '../../ui/note.tsx'

type PromoteDialogProps = {
  projectId: string
  from: Environment
  to: Environment
  flags: readonly FlagInList[]
  bulk: Bulk
  onClose(): void
  onDone(result: Result): void
}

/** Shows what a promotion of the selected flags would do, as the service reports it, and then promotes. */
export const PromoteDialog = ({ projectId, from, to, flags, ...props }: PromoteDialogProps) => {
  const flagKeys = useMemo(() => flags.map(({ key }) => key), [flags])
  const { data: tried, error } = usePromotionTrial(projectId, { from: from.id, to: to.id, flagKeys })
  const plan = useMemo(() => tried && planPromotion({ flags, from, to, tried }), [flags, from, to, tried])
  const keys = new Set(flagKeys)
  const promoted = (plan ?? []).filter(
    ({ key, outcome }) => keys.has(key) && (outcome === 'changes' || outcome === 'proposes'),
  )
  const [source, target] = [from, to].map(({ name }) => isolate(name))
  const number = plural(promoted.length, 'flag')
  return (
    <BulkDialog
      {...props}
      title={`Promote ${plural(flags.length, 'flag')} from ${source} to ${target}`}
      lede={
        to.protected ? `${to.name} is protected: each becomes a proposal, and somebody else approves it.` : undefined
      }
      plan={plan}
      steps={promotionSteps({ from: from.id, to: to.id, flagKeys: promoted.map(({ key }) => key) })}
      action={to.protected ? `Propose ${number} for ${target}` : `Promote ${number} to ${target}`}
      because={tried && promoted.length === 0 ? 'Nothing of it can be promoted.' : undefined}
      asksWhy
      about={{
        flags,
        inOrder: true,
        says: (done) => `${plural(done, 'flag is', 'flags are')} in ${target} as in ${source}`,
      }}
    >
      {error && <Note kind="no">{sayError(error)}</Note>}
    </BulkDialog>
  )
}
