import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import type { FlagConfig } from '@bunting/engine'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sayError } from '../../../api/core/change.ts'
import { toast } from '../../../api/core/toast.tsx'
import type { FlagRef } from '../../../api/flag-versions.ts'
import { useCreateSchedule } from '../../../api/schedules.ts'
import { FormFoot } from '../../../ui/controls/form-foot.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { useForm } from '../../../ui/controls/use-form.ts'
import { WhyField } from '../../../ui/controls/why-field.tsx'
import { Note } from '../../../ui/note.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import '../../../features/schedules/schedule.css'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'
import { type GuardrailDraft, readGuardrail } from './guardrail-draft.ts'
import { GuardrailsForm } from './guardrails-form.tsx'
import { NoRule } from './no-rule.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { findRampRule, readRamp, startingRamp } from './ramp-draft.ts'
import { RampForm } from './ramp-form.tsx'
import './schedule-dialog.css'
import { readSteps, type StepDraft } from './steps-draft.ts'
import { StepsForm, startingStep } from './steps-form.tsx'

type ScheduleDialogProps = {
  flag: LoadedFlag
  flagRef: FlagRef
  environment: Environment
  config: FlagConfig
  onClose(): void
}

type Way = 'ramp' | 'steps'
const ways = [
  { value: 'ramp', label: 'Ramp' },
  { value: 'steps', label: 'Steps by hand' },
] as const

/** Makes a schedule: a ramp in three choices, or single steps. */
export const ScheduleDialog = ({ flag, flagRef, environment, config, onClose }: ScheduleDialogProps) => {
  const navigate = useNavigate()
  const create = useCreateSchedule(flagRef)
  const canRamp = findRampRule(config.rules) !== undefined
  const [way, setWay] = useState<Way>('ramp')
  const [chosen, setRamp] = useState(() => startingRamp(config))
  // Another user may add or remove the rule while the dialog is open.
  const ramp = config.rules.some(({ id }) => id === chosen.ruleId) ? chosen : startingRamp(config)
  const [steps, setSteps] = useState<readonly StepDraft[]>(() => [startingStep(1, config)])
  const [guardrails, setGuardrails] = useState<readonly GuardrailDraft[]>([])
  const [comment, setComment] = useState('')

  const nowMs = Date.now()
  const readAsRamp = readRamp(ramp, config, nowMs)
  const readAsSteps = readSteps(steps, flag.type, nowMs)
  const read = way === 'ramp' ? readAsRamp : readAsSteps
  const readGuards = guardrails.map(readGuardrail)
  const planned = 'steps' in read ? read.steps : undefined
  const guards = readGuards.flatMap((one) => ('guardrail' in one ? one.guardrail : []))

  const { form, problems } = useForm({
    found: {
      plan: planned ? undefined : 'Something is missing.',
      guardrails: guards.length < guardrails.length ? 'Something is missing.' : undefined,
    },
    error: create.error,
    isPending: create.isPending,
    send: () => {
      const why = comment.trim()
      create.mutate(
        { steps: planned ?? [], guardrails: guards, ...(why !== '' && { comment: why }) },
        {
          onSuccess: ({ proposalId }) => {
            onClose()
            if (proposalId === undefined) return
            const params = { projectId: flagRef.projectId, proposalId }
            toast({
              kind: 'yes',
              title: 'Proposed',
              children: 'It starts once somebody else approves it.',
              action: {
                label: 'See it',
                run: () => navigate({ to: '/projects/$projectId/proposals/$proposalId', params }),
              },
            })
          },
        },
      )
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={`Change ${flag.name} over time`}
      lede={
        environment.protected
          ? `${isolate(environment.name)} is protected: somebody else approves it, and that agrees to every step and to rolling back.`
          : `In ${isolate(environment.name)}. Each step makes a version; a change by hand pauses it.`
      }
    >
      <form {...form} className="schedule-dialog">
        <div className="plan-form">
          <Segments<Way> label="How" value={way} onChange={setWay} options={ways} />
          {way === 'steps' ? (
            <StepsForm
              config={config}
              type={flag.type}
              steps={steps}
              onChange={setSteps}
              problems={problems.plan !== undefined && 'problems' in readAsSteps ? readAsSteps.problems : []}
            />
          ) : canRamp ? (
            <RampForm
              config={config}
              draft={ramp}
              onChange={setRamp}
              problems={'problems' in readAsRamp ? readAsRamp.problems : {}}
            />
          ) : (
            <NoRule flagRef={flagRef} environment={environment} config={config} />
          )}
          <GuardrailsForm
            guardrails={guardrails}
            onChange={setGuardrails}
            problems={
              problems.guardrails === undefined
                ? []
                : readGuards.map((one) => ('problems' in one ? one.problems : undefined))
            }
          />
          <WhyField value={comment} onChange={setComment} />
        </div>
        <div className="plan-side">
          {planned && (
            <PlanPreview
              steps={planned}
              config={config}
              environment={environment}
              ruleId={way === 'ramp' ? ramp.ruleId : undefined}
            />
          )}
        </div>
        <div className="plan-foot">
          {create.error && <Note kind="no">{sayError(create.error)}</Note>}
          <FormFoot onCancel={onClose} busy={create.isPending}>
            {sayAction(way, environment.protected)}
          </FormFoot>
        </div>
      </form>
    </Dialog>
  )
}

const sayAction = (way: Way, isProtected: boolean): string => {
  const what = way === 'ramp' ? 'the ramp' : 'the schedule'
  return isProtected ? `Propose ${what}` : `Start ${what}`
}
