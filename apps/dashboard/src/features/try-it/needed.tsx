import type { PrerequisiteExplanation } from '@bunting/engine'
import { classes } from '../../ui/classes.ts'
import { sayPrerequisite } from '../diff/words/prerequisite-words.ts'
import { capital } from '../diff/words/words.ts'
import { Mark } from './mark.tsx'
import { sayParent } from './words.ts'

type NeededProps = { prerequisites: readonly PrerequisiteExplanation[]; environment: string }

/** The answers of the flag's prerequisites. */
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
