import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import './words.css'

export const Tag = ({ kind, children }: { kind?: 'accent' | 'yes' | 'no' | 'warn' | 'line'; children: ReactNode }) => (
  <span className={classes('tag', kind)}>{children}</span>
)
