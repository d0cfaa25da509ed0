import type { Environment } from '@bunting/contract'
import { Fragment } from 'react'
import { Pennant } from '../../ui/pennants/pennant.tsx'
import type { PennantState } from '../../ui/pennants/pennant-state.ts'
import { sayStates } from '../../ui/pennants/pennant-words.ts'

const config = { kind: 'config', on: true, forked: false, share: 1 } as const

const entries: readonly { state: PennantState; words: string; isProtected?: boolean }[] = [
  { state: { ...config, on: false, share: 0 }, words: 'Off' },
  { state: { ...config, share: 0.5 }, words: 'Share of a rollout' },
  { state: config, words: 'On for everyone' },
  { state: { ...config, forked: true }, words: 'Forked: rules decide' },
  { state: { ...config, on: false, share: 0 }, words: 'Protected', isProtected: true },
  { state: { kind: 'nothing' }, words: 'Nothing yet' },
]

type LegendProps = {
  /** The layout of buntings; left out if each pennant is beside its name. */
  layout?: Record<'inView' | 'folded', readonly Environment[]>
  count?: string
}

/** Explains the pennants; `count` is the number of flags, in words. */
export const Legend = ({ layout, count = '' }: LegendProps) => (
  <div className="legend">
    <span className="sr-only">How to read the pennants:</span>
    {entries.map(({ state, words, isProtected = false }) => (
      <span key={words}>
        <Pennant environment={{ color: '', protected: isProtected }} state={state} line archived />
        {words}
      </span>
    ))}
    {layout && (
      <>
        <i className="sep" />
        <span className="order">
          <b>Left to right:</b>{' '}
          {layout.inView.map(({ id, name }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
          {layout.folded.length > 0 && `, then ${layout.folded.length} more`}
        </span>
      </>
    )}
    <span className="ml-auto" aria-hidden>
      {count}
    </span>
    <p className="states">{sayStates}</p>
  </div>
)
