import type { PrerequisiteExplanation } from '@bunting/engine'
import { sayPrerequisite } from '../../../diff/prerequisite-words.ts'
import { capital } from '../../../diff/words.ts'
import { classes } from '../../../parts/classes.ts'
import { Mark } from './mark.tsx'
import { sayParent } from './words.ts'

type NeededProps = { prerequisites: readonly PrerequisiteExplanation[]; environment: string }

/** What the flags answered that this one needs. */
export const Needed = ({ prerequisites, environment }: NeededProps) => (
  <ul className="trace" aria-label="Prerequisites">
    {prerequisites.map((prerequisite) => (
      <li key={prerequisite.flagKey} className={classes(!prerequisite.matched && 'not')}>
        <Mark kind={prerequisite.matched ? 'yes' : 'no'} />
        <h3>{sayPrerequisite(prerequisite)}</h3>
        <p>{capital(`it ${sayParent(prerequisite, environment)}.`)}</p>
      </li>
    ))}
  </ul>
)
