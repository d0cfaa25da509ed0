import { limits } from '@bunting/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { sayError } from '../../../api/core/change.ts'
import { containsQuery } from '../../../api/segment-ids.ts'
import { attributeOf } from '../../../features/segments/units.ts'
import { writeShared } from '../../../features/try-it/shared-link.ts'
import { Field, Input } from '../../../ui/controls/field.tsx'
import { Tag } from '../../../ui/tag.tsx'
import '../../../features/try-it/try-it.css'
import type { SegmentProps } from '../segment-props.ts'

/** Asks the service, since the browser does not have the ids. */
export const IsIn = ({ segment, segmentRef, environment }: SegmentProps) => {
  const [typed, setTyped] = useState('')
  const id = useDeferredValue(typed)
  const version = segment.versions[environment.id]?.version ?? 0
  const { data, error } = useQuery({ ...containsQuery(segmentRef, version, id), enabled: id !== '' && version > 0 })
  return (
    <div className="large-is-in">
      <div className="try-head">
        <h2>Is this id in it?</h2>
        {version > 0 && <Tag kind="line">v{version}</Tag>}
      </div>
      <Field label={attributeOf(segment.unit)}>
        {(control) => (
          <Input
            {...control}
            data-try="first"
            maxLength={limits.segmentId}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <div className="answer" aria-live="polite">
        {id === '' && <p>Type an id to see whether it is in.</p>}
        {id !== '' && version === 0 && <p>Nothing was uploaded here yet.</p>}
        {id !== '' && data && (
          <>
            <p className="got">
              {data.contains ? (
                <Check size={16} strokeWidth={1.5} aria-hidden className="text-yes" />
              ) : (
                <X size={16} strokeWidth={1.5} aria-hidden className="text-no" />
              )}
              <b>{data.contains ? 'Yes, it is in' : 'No, it is not in'}</b>
            </p>
            <p>
              Exactly this text: capitals and spaces count. Only its hash is compared, so the list cannot be read here.
            </p>
            {segment.unit === null && (
              <p>
                <Link
                  to="/projects/$projectId/person"
                  params={{ projectId: segmentRef.projectId }}
                  search={{ as: writeShared({ userId: id }) }}
                  className="link"
                >
                  What this person gets
                </Link>
              </p>
            )}
          </>
        )}
        {error && <p>The service does not answer this. {sayError(error)}</p>}
      </div>
    </div>
  )
}
