import { Check, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import './words.css'

const icons = { info: Info, yes: Check, warn: TriangleAlert, no: CircleX }

/** A note to read before going on. */
export const Note = ({ kind = 'info', children }: { kind?: keyof typeof icons; children: ReactNode }) => {
  const Icon = icons[kind]
  return (
    <div className={classes('note', kind)} role={kind === 'no' ? 'alert' : undefined}>
      <Icon size={16} strokeWidth={1.5} aria-hidden />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
