import type { CSSProperties } from 'react'
import { percent } from '../../../format/number.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { withField } from '../../draft/edit.ts'
import { type EditedRule, useEditing } from '../editing.ts'
import './rollout.css'
import { NumberInput } from '../values/typed-input.tsx'

/** The percentage of matching people who get the rule's answer. The slider is quick, the field is exact. */
export const Rollout = ({ edited: { rule, at, path, was, change } }: { edited: EditedRule }) => {
  const { because, locked } = useEditing()
  const share = rule.rolloutPercentage
  if (share === undefined) return null
  const closed = because ?? locked
  const old = was && was.rolloutPercentage !== share ? (was.rolloutPercentage ?? 100) : undefined
  const shown = Math.min(Math.max(Number(share) || 0, 0), 100)
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
      <span className="slider" style={{ '--share': shown / 100 } as CSSProperties}>
        {old !== undefined && <i style={{ '--old': old / 100 } as CSSProperties} title={`Was ${percent(old)}`} />}
        <Tooltip says={closed}>
          <input
            type="range"
            min={0}
            max={100}
            // The slider shows the exact share, and moves in whole percents.
            step="any"
            value={shown}
            onChange={({ target }) => set(Math.round(target.valueAsNumber))}
            aria-label={`Share of rule ${at + 1}`}
            aria-valuetext={percent(share)}
            {...(closed === undefined ? {} : { 'aria-disabled': true })}
          />
        </Tooltip>
      </span>
      <span className="was">{old === undefined ? '' : `was ${percent(old)}`}</span>
      <IconButton
        name={`Remove the rollout of rule ${at + 1}`}
        because={because}
        onClick={() => change(withField(rule, 'rolloutPercentage', undefined))}
      >
        <Icon of="x" size={14} />
      </IconButton>
    </div>
  )
}
