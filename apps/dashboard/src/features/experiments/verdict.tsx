import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Results, VariantResult } from '../../api/experiments.ts'
import { classes } from '../../ui/classes.ts'
import type { Look } from './forest.tsx'
import './forest.css'

const icons = { yes: Check, no: X }

/** An outcome in a word: its colour never stands alone. */
export const Verdict = ({ look, children }: { look: Look; children: ReactNode }) => {
  const Icon = look && icons[look]
  return (
    <span className={classes('verdict', look)}>
      {Icon && <Icon size={14} strokeWidth={1.75} aria-hidden />}
      <span>{children}</span>
    </span>
  )
}

type Said = { look: Look; says: string }

const verdicts: Record<NonNullable<VariantResult['verdict']>, Said> = {
  better: { look: 'yes', says: 'Better' },
  worse: { look: 'no', says: 'Worse' },
  no_difference: { look: undefined, says: 'No difference' },
  unclear: { look: undefined, says: 'Unclear yet' },
  not_enough: { look: undefined, says: 'Not enough yet' },
}

/** What is said of a variant by a metric; of control nothing is. */
export const verdictOf = ({ verdict = 'not_enough' }: VariantResult): Said => verdicts[verdict]

const guarded: Record<Results['guardrails'][number]['status'], Said> = {
  safe: { look: 'yes', says: 'Safe' },
  crossed: { look: 'no', says: 'Crossed' },
  unclear: { look: undefined, says: 'Unclear yet' },
  not_enough: { look: undefined, says: 'Not enough yet' },
}

/** The same by a guardrail. */
export const guardVerdict = (status: Results['guardrails'][number]['status']): Said => guarded[status]

const missing: Partial<Record<NonNullable<VariantResult['status']>, string>> = {
  few_units: 'fewer than 100 units',
  few_conversions: 'fewer than 10 with it, or without',
  no_variance: 'all units are worth the same',
  dominated: 'one unit outweighs the others: set a cap',
  few_denominators: 'too few to divide by',
}

/** Why there is no interval. */
export const sayMissing = ({ status }: VariantResult): string | undefined => status && missing[status]
