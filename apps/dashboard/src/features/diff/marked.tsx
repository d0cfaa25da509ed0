import type { ReactNode } from 'react'

export type Which = 'before' | 'after'

/** Removed text is struck out, added text is highlighted. */
export const Marked = ({ which, mono = false, children }: { which: Which; mono?: boolean; children: ReactNode }) =>
  which === 'before' ? (
    <del dir="auto" className={mono ? 'mono' : undefined}>
      {children}
    </del>
  ) : (
    <ins dir="auto" className={mono ? 'mono' : undefined}>
      {children}
    </ins>
  )
