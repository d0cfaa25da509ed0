import type { Prerequisite } from '@bunting/engine'
import { Link, useParams } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Fragment } from 'react'
import { same } from '../../../diff/same.ts'
import { removePrerequisite } from '../../../draft/edit.ts'
import { IconButton } from '../../../parts/button.tsx'
import { Value } from '../../../parts/value.tsx'
import { type Edited, ProblemsContext, useEditing } from './editing.ts'
import { Locked } from './locked.tsx'

/** The flags that this one needs, before any rule is tried. */
export const Prerequisites = ({ config, base, problems }: Edited) => {
  const { because, edit } = useEditing()
  const { prerequisites = [] } = config
  if (prerequisites.length === 0) return null
  return (
    <ProblemsContext value={problems}>
      <ul className="needs" aria-label="Prerequisites">
        {prerequisites.map((prerequisite, at) => (
          <li key={prerequisite.flagKey}>
            <Locked
              label={`Prerequisite ${at + 1}`}
              path={`prerequisites[${at}]`}
              isNew={base !== null && !base.prerequisites?.some((one) => same(one, prerequisite))}
              action={
                <IconButton
                  name={`Remove prerequisite ${at + 1}, ${prerequisite.flagKey}`}
                  because={because}
                  className="tok-remove"
                  onClick={() => edit((now) => removePrerequisite(now, prerequisite.flagKey))}
                >
                  <X size={14} strokeWidth={1.5} aria-hidden />
                </IconButton>
              }
            >
              <Says prerequisite={prerequisite} />
            </Locked>
          </li>
        ))}
      </ul>
    </ProblemsContext>
  )
}

/** `Needs new-checkout to answer true`. */
const Says = ({ prerequisite: { flagKey, values } }: { prerequisite: Prerequisite }) => {
  const { environment } = useEditing()
  const { projectId } = useParams({ from: '/projects/$projectId/flags/$flagKey' })
  return (
    <>
      Needs{' '}
      <Link
        className="link mono"
        to="/projects/$projectId/flags/$flagKey"
        params={{ projectId, flagKey }}
        search={{ env: environment.slug }}
      >
        {flagKey}
      </Link>{' '}
      to answer{' '}
      {values.map((value, at) => (
        <Fragment key={at}>
          {at > 0 && (at === values.length - 1 ? ' or ' : ', ')}
          <Value value={value} />
        </Fragment>
      ))}
    </>
  )
}
