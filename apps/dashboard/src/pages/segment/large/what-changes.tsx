import type { ReactNode } from 'react'
import { count, percent } from '../../../format/number.ts'
import type { Counts } from './use-upload.ts'

/** The change that an upload makes, shown before it is made. */
export const WhatChanges = ({ counts, children }: { counts: Counts; children: ReactNode }) => {
  const { added, removed, size } = counts
  const stay = size - added
  const before = stay + removed
  return (
    <>
      <div className="upload-bar" aria-hidden>
        {stay > 0 && <i className="same" style={{ flexGrow: stay }} />}
        {added > 0 && <i className="in" style={{ flexGrow: added }} />}
        {removed > 0 && <i className="out" style={{ flexGrow: removed }} />}
      </div>
      <ul className="upload-counts">
        <li>
          <b className="text-yes">+ {count(added)}</b>
          <span>come in</span>
        </li>
        <li>
          <b className="text-no">− {count(removed)}</b>
          <span>go out</span>
        </li>
        <li>
          <b>{count(stay)}</b>
          <span>stay</span>
        </li>
        <li>
          <b>{count(size)}</b>
          <span>after{before > 0 && `, ${sayShare((100 * (size - before)) / before)}`}</span>
        </li>
      </ul>
      {children}
    </>
  )
}

const sayShare = (share: number): string => `${share > 0 ? '+' : ''}${percent(Math.round(share * 10) / 10)}`
