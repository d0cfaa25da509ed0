import { X } from 'lucide-react'
import { Slider } from 'radix-ui'
import { percent } from '../../format/number.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { withField } from '../draft/edit.ts'
import { type EditedRule, useEditing } from './editing.ts'
import './rollout.css'
import { NumberInput } from './values/typed-input.tsx'

/** How many of those a rule is for get its answer. The slider is quick, the field is exact. */
export const Rollout = ({ edited: { rule, at, path, was, change } }: { edited: EditedRule }) => {
  const { because, locked } = useEditing()
  const share = rule.rolloutPercentage
  if (share === undefined) return null
  const closed = because ?? locked
  const old = was && was.rolloutPercentage !== share ? (was.rolloutPercentage ?? 100) : undefined
  const set = (next: number) => closed === undefined && change({ ...rule, rolloutPercentage: next })
  return (
    <div className="rollout">
      <span className="lead">for</span>
      <span className="pct">
        <NumberInput
          label={`Share of rule ${at + 1}, in percent`}
          value={share}
          onChange={set}
          path={`${path}.rolloutPercentage`}
          because={closed}
        />
        <span aria-hidden>%</span>
      </span>
      <span className="soft">{rule.conditions.length === 0 ? 'of all' : 'of them'}</span>
      <Tooltip says={closed}>
        <Slider.Root
          className="slider"
          min={0}
          max={100}
          step={1}
          value={[Math.min(Math.max(Number(share) || 0, 0), 100)]}
          onValueChange={([next = share]) => set(next)}
        >
          <Slider.Track className="track">
            <Slider.Range className="range" />
            {old !== undefined && <i className="ghost" style={{ left: `${old}%` }} title={`Was ${percent(old)}`} />}
          </Slider.Track>
          <Slider.Thumb
            className="thumb"
            aria-label={`Share of rule ${at + 1}`}
            aria-valuetext={percent(share)}
            {...(closed === undefined ? {} : { 'aria-disabled': true })}
          />
        </Slider.Root>
      </Tooltip>
      <span className="was">{old === undefined ? '' : `was ${percent(old)}`}</span>
      <IconButton
        name={`Remove the rollout of rule ${at + 1}`}
        because={because}
        onClick={() => change(withField(rule, 'rolloutPercentage', undefined))}
      >
        <X size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
