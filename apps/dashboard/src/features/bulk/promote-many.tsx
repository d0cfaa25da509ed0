import { isolate } from '@bunting/contract/text'
import { useMemo, useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { useEnvironments } from '../../api/environments.ts'
import { promotionSteps, usePromotionTrial } from '../../api/many.ts'
import { plural } from '../../format/number.ts'
import { Note } from '../../ui/note.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { EnvironmentField } from './environment-field.tsx'
import type { ManyProps } from './many-props.ts'
import { planPromotion } from './plan-promotion.ts'

/** Copies the flags' configs from one environment to another, after a dry run by the service. */
export const PromoteMany = ({ flags, all: _all, ...props }: ManyProps) => {
  const environments = useEnvironments(props.projectId)
  // The first environment is usually production, and the second is the one before it.
  const [toId, setTo] = useState(environments[0]?.id ?? '')
  const [fromId, setFrom] = useState(environments[1]?.id ?? toId)
  const [from, to] = [fromId, toId].map((envId) => environments.find(({ id }) => id === envId))
  const flagKeys = useMemo(() => flags.map(({ key }) => key), [flags])
  const { data: tried, error } = usePromotionTrial(props.projectId, { from: fromId, to: toId, flagKeys })
  const plan = useMemo(
    () => (from && to && tried && from !== to ? planPromotion({ flags, from, to, tried }) : undefined),
    [flags, from, to, tried],
  )
  const keys = new Set(flagKeys)
  const promoted = (plan ?? []).filter(
    ({ key, outcome }) => keys.has(key) && (outcome === 'changes' || outcome === 'proposes'),
  )
  const where = isolate(to?.name ?? '')
  const count = plural(promoted.length, 'flag')
  return (
    <BulkDialog
      {...props}
      title={`Promote ${plural(flags.length, 'flag')}`}
      lede={
        to?.protected ? `${to.name} is protected: each becomes a proposal, and somebody else approves it.` : undefined
      }
      plan={plan}
      steps={promotionSteps({ from: fromId, to: toId, flagKeys: promoted.map(({ key }) => key) })}
      action={to?.protected ? `Propose ${count} for ${where}` : `Promote ${count} to ${where}`}
      because={fromId === toId ? 'Choose two environments.' : undefined}
      asksWhy
      about={{
        flags,
        inOrder: true,
        says: (done) => `${plural(done, 'flag is', 'flags are')} in ${where} as in ${isolate(from?.name ?? '')}`,
      }}
    >
      <div className="fields">
        <EnvironmentField label="From" environments={environments} value={fromId} onChange={setFrom} />
        <EnvironmentField label="To" environments={environments} value={toId} onChange={setTo} />
      </div>
      {error && <Note kind="no">{sayError(error)}</Note>}
    </BulkDialog>
  )
}
