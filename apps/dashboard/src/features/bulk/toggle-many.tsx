import { isolate } from '@bunting/contract/text'
import { useMemo, useState } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { findConfig, usePendingProposals } from '../../api/proposals.ts'
import { plural } from '../../format/number.ts'
import { Checkbox } from '../../ui/controls/field.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { staysTrue } from '../flag-switch/toggled-config.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { EnvironmentField } from './environment-field.tsx'
import type { ManyProps } from './many-props.ts'
import { stepsOf } from './plan.ts'
import { planToggle } from './plan-toggle.ts'

export const ToggleMany = ({ flags, all: _all, ...props }: ManyProps) => {
  const environments = useEnvironments(props.projectId)
  const [envId, setEnvId] = useState<string | undefined>(
    environments.find((one) => !one.protected)?.id ?? environments[0]?.id,
  )
  const [on, setOn] = useState(true)
  const [withFalse, setWithFalse] = useState(true)
  const { items: pending } = usePendingProposals(props.projectId)
  const environment = environments.find(({ id }) => id === envId)
  const plan = useMemo(
    () =>
      environment &&
      planToggle(flags, {
        environment,
        on,
        withFalse,
        isPending: ({ id }) => findConfig(pending ?? [], id, environment.id) !== undefined,
      }),
    [flags, environment, on, withFalse, pending],
  )
  const word = on ? 'on' : 'off'
  const where = isolate(environment?.name ?? '')
  const isTrue = environment && flags.some(({ versions }) => staysTrue(versions[environment.id]?.config, { on }))
  const count = plural(stepsOf(plan ?? []).length, 'flag')
  return (
    <BulkDialog
      {...props}
      title={`Turn ${plural(flags.length, 'flag')} on or off`}
      lede={
        environment?.protected
          ? `${environment.name} is protected: each becomes a proposal, and somebody else approves it.`
          : undefined
      }
      plan={plan}
      action={environment?.protected ? `Propose to turn ${count} ${word}` : `Turn ${count} ${word} in ${where}`}
      asksWhy
      about={{ flags, says: (done) => `${plural(done, 'flag is', 'flags are')} ${word} in ${where}` }}
    >
      <div className="fields">
        <EnvironmentField label="Where" environments={environments} value={envId} onChange={setEnvId} />
        <Segments
          label="On or off"
          value={word}
          onChange={(next) => setOn(next === 'on')}
          options={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
        />
      </div>
      {isTrue && (
        <Checkbox checked={withFalse} onChange={(event) => setWithFalse(event.target.checked)}>
          Where off would still give true, the default, give false instead
        </Checkbox>
      )}
    </BulkDialog>
  )
}
