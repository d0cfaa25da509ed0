import { limits } from '@bunting/contract'
import { Lock } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { toast } from '../../api/core/toast.tsx'
import { useShipExperiment } from '../../api/experiments.ts'
import { sayRule } from '../../features/experiments/rule-name.ts'
import { useBecauseExperiment } from '../../features/experiments/use-because-experiment.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/field.tsx'
import type { Shown } from './shown.ts'
import { isRecommended, sayVariant } from './variant-words.ts'

type To = 'rule' | 'everyone'

/** Ships a variant that somebody chose by name: none is chosen beforehand. */
export const Ship = (shown: Shown) => {
  const { experiment, environment, flag } = shown
  const name = useId()
  const because = useBecauseExperiment()
  const [variant, setVariant] = useState<string>()
  const [to, setTo] = useState<To>('rule')
  const [comment, setComment] = useState('')
  const ship = useShipExperiment(experiment)
  const isAgainst = variant !== undefined && !isRecommended(shown, variant)
  const missing =
    variant === undefined
      ? 'Choose a variant to ship'
      : isAgainst && comment.trim() === ''
        ? 'Say why, against the recommendation'
        : undefined
  const isProposed = environment?.protected === true
  const version = flag?.versions[experiment.environmentId]?.version
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (variant === undefined || missing !== undefined || because !== undefined || ship.isPending) return
    const why = comment.trim()
    ship.mutate(
      { variant, to, ...(why === '' ? {} : { comment: why }) },
      { onSuccess: (answer) => tell(variant, answer.shipping !== undefined) },
    )
  }
  return (
    <form className="ship" onSubmit={onSubmit} aria-label="Ship a variant">
      <fieldset className="options">
        <legend>Which variant</legend>
        {experiment.variants.map((one) => (
          <label key={one.variant}>
            <input
              type="radio"
              name={`${name}-variant`}
              checked={variant === one.variant}
              onChange={() => setVariant(one.variant)}
            />
            <span>
              <b>
                <code>{one.variant}</code>
              </b>
              <small>{sayVariant(shown, one.variant)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className="options">
        <legend>For whom</legend>
        <label>
          <input type="radio" name={`${name}-to`} checked={to === 'rule'} onChange={() => setTo('rule')} />
          <span>
            <b>Where the rule matches</b>
            <small>
              <bdi>{sayRule(flag, experiment)}</bdi>
            </small>
          </span>
        </label>
        <label>
          <input type="radio" name={`${name}-to`} checked={to === 'everyone'} onChange={() => setTo('everyone')} />
          <span>
            <b>Everyone</b>
            <small>becomes the default, and the rollout goes</small>
          </span>
        </label>
      </fieldset>
      <div className="why">
        <label className="label" htmlFor={`${name}-why`}>
          Comment <span>{isAgainst ? 'needed against the recommendation' : 'optional'}</span>
        </label>
        <TextArea
          id={`${name}-why`}
          rows={3}
          maxLength={limits.comment}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
      <footer>
        {isProposed && (
          <span className="text-ink-2">
            <Lock size={14} strokeWidth={1.5} aria-hidden />
            <span>
              <bdi>{environment.name}</bdi> is protected: this makes a proposal, and ends the experiment when it is
              approved.
            </span>
          </span>
        )}
        <Button kind="primary" type="submit" busy={ship.isPending} because={because ?? missing}>
          {missing ??
            (isProposed
              ? `Propose to ship ${variant}`
              : `Ship ${variant}${version === undefined ? '' : ` as version ${version + 1}`}`)}
        </Button>
      </footer>
    </form>
  )
}

const tell = (variant: string, isProposed: boolean): void =>
  toast(
    isProposed
      ? { kind: 'yes', title: 'Proposed', children: `${variant} is shipped once somebody else approves it.` }
      : { kind: 'yes', title: `${variant} is shipped`, children: 'The experiment is over. Its results stay here.' },
  )
