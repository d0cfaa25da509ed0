import { ApiError } from '@bunting/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { toast } from '../../api/core/toast.tsx'
import { useCreateFlagVersion } from '../../api/flag-versions.ts'
import { useCreateProposal } from '../../api/propose.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { WhyField } from '../../ui/controls/why-field.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'
import { Value } from '../../ui/value.tsx'
import { StopsExperiment } from '../experiments/stops-experiment.tsx'
import { NeededWhenOff } from '../flags/needed-by.tsx'
import { useManagedTick } from '../managed/use-managed-tick.tsx'
import { EmergencySave } from '../proposals/emergency-save.tsx'
import { SayStaysTrue } from './confirm-toggle.tsx'
import { staysTrue, toggledConfig } from './toggled-config.ts'
import type { Toggle } from './use-toggle.tsx'

type ProposeToggleProps = {
  projectId: string
  toggle: Toggle
  /** The proposal that is pending already: there can only be one. */
  pending: { id: string } | undefined
  onClose(): void
}

/** Proposes the toggle: a protected environment accepts no change from one person alone. */
export const ProposeToggle = ({ projectId, toggle, pending, onClose }: ProposeToggleProps) => {
  const { flag, environment, on } = toggle
  const navigate = useNavigate()
  const propose = useCreateProposal(projectId)
  const version = useCreateFlagVersion(projectId)
  const [comment, setComment] = useState('')
  const before = flag.versions[environment.id]?.config
  const flagRef = { projectId, flagKey: flag.key, envId: environment.id }
  const isTrue = staysTrue(before, toggle)
  const { tick, because } = useManagedTick(flag.managedBy)
  const refused = propose.error ?? version.error
  const open = (proposalId: string) =>
    navigate({ to: '/projects/$projectId/proposals/$proposalId', params: { projectId, proposalId } })
  const submit = (withFalse: boolean) => {
    // The version of the base, not of the result.
    const config = { ...toggledConfig(before, { on, withFalse }), version: before?.version ?? 0 }
    propose.mutate(
      { envId: environment.id, flagKey: flag.key, config, comment: comment.trim() || undefined },
      {
        onSuccess: ({ id }) => {
          onClose()
          toast({
            kind: 'yes',
            title: 'Proposed',
            children: `${environment.name} stays as it is until somebody else approves.`,
            action: { label: 'Open it', run: () => open(id) },
          })
        },
      },
    )
  }
  const saveNow = (comment: string) =>
    version.mutate(
      {
        envId: environment.id,
        flagKey: flag.key,
        config: toggledConfig(before, { on, withFalse: isTrue }),
        why: { comment, emergency: true },
      },
      {
        onSuccess: () => {
          onClose()
          toast({ kind: 'yes', title: 'Saved past the proposals', children: `${environment.name} serves it now.` })
        },
      },
    )
  const word = on ? 'on' : 'off'
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Propose to turn ${flag.name} ${word}?`}
      lede={
        <>
          {environment.name} is protected: a second person approves what changes there.{' '}
          {isTrue ? (
            <SayStaysTrue />
          ) : (
            !on && (
              <>
                Once it is off, everyone gets the default, <Value value={before?.defaultValue ?? false} />.
              </>
            )
          )}
        </>
      }
    >
      <div className="mt-4 grid gap-2 empty:hidden">
        {!on && before && <StopsExperiment flagRef={flagRef} before={before} after={{ ...before, enabled: false }} />}
        {!on && <NeededWhenOff {...flagRef} />}
        {pending && <Note>A proposal is waiting already. There is one at a time: review or withdraw it first.</Note>}
        {refused && <Note kind="no">{sayRefusal(refused)}</Note>}
      </div>
      {!pending && (
        <div className="mt-4 grid gap-4">
          {tick}
          <WhyField value={comment} onChange={setComment} />
        </div>
      )}
      <DialogFoot>
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
        <EmergencySave
          environment={environment}
          busy={version.isPending}
          why={comment}
          action={`Turn it ${word} now`}
          onSave={saveNow}
        />
        {pending ? (
          <Link
            className={buttonClass({ kind: 'primary' })}
            to="/projects/$projectId/proposals/$proposalId"
            params={{ projectId, proposalId: pending.id }}
          >
            Review it
          </Link>
        ) : (
          <>
            {isTrue && (
              <Button because={because} busy={propose.isPending} onClick={() => submit(false)}>
                Propose off, keep true
              </Button>
            )}
            <Button kind="primary" because={because} busy={propose.isPending} onClick={() => submit(isTrue)}>
              {isTrue ? 'Propose off, give false' : `Propose to turn it ${word}`}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  )
}

const sayRefusal = (error: Error) =>
  error instanceof ApiError && error.code === 'PROPOSAL_ALREADY_PENDING'
    ? 'Somebody proposed another change first. There is one at a time.'
    : sayError(error)
