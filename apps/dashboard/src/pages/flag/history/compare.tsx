import type { Environment, HistoricFlagVersion } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FlagPlace } from '../../../api/flag-versions.ts'
import type { Change } from '../../../features/diff/changes/change.ts'
import { changesBetween } from '../../../features/diff/changes/changes-between.ts'
import { DiffInWords } from '../../../features/diff/diff-in-words.tsx'
import type { Compared } from '../../../features/versions/use-compared.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { WhyLine } from '../../../ui/controls/why-line.tsx'
import { Note } from '../../../ui/note.tsx'
import { Time } from '../../../ui/time.tsx'
import { changedIn } from './changed-in.ts'
import type { useRestore } from './use-restore.ts'

type CompareProps = {
  place: FlagPlace
  environment: Environment
  restore: ReturnType<typeof useRestore>
  loaded: readonly HistoricFlagVersion[]
  latest: HistoricFlagVersion
  compared: Compared<HistoricFlagVersion>
}

/** A beside B, and A made live again. */
export const Compare = ({ place, environment, restore, loaded, latest, compared }: CompareProps) => {
  const { a, b, versionA, versionB } = compared
  const [comment, setComment] = useState('')
  const madeIn = useMemo(() => changedIn(loaded, a ?? 0, b), [loaded, a, b])
  if (!versionB || (a !== undefined && !versionA)) return <section className="compare" aria-busy />
  const isLive = versionA !== undefined && changesBetween(latest.config, versionA.config).changes.length === 0
  const because = isLive ? 'What is live now is the same.' : restore.because
  const remark = ({ key }: Change) => {
    const made = madeIn(key)
    return made && made.version !== b ? (
      <p className="why">
        In version {made.version}, <Time at={made.createdAt} />
      </p>
    ) : undefined
  }
  return (
    <section className="compare" aria-label="Comparison">
      <DiffInWords
        before={versionA?.config ?? null}
        after={versionB.config}
        color={environment.color}
        title={a === undefined ? `Version ${b}, the first` : `Version ${a} to version ${b}`}
        heads={[a === undefined ? 'A, nothing' : `A, version ${a}`, `B, version ${b}`]}
        remark={remark}
        actions={
          versionA && (
            <Button
              size="sm"
              because={because}
              busy={restore.isRestoring}
              onClick={() => restore.run(versionA, comment)}
            >
              <RotateCcw size={16} strokeWidth={1.5} aria-hidden />
              Restore version {a}
            </Button>
          )
        }
      />
      {versionA && because !== undefined && (
        <p className="why-not">
          Version {a} cannot be restored: {because}
        </p>
      )}
      <Sources place={place} versions={[versionA, versionB]} />
      {versionA && !isLive && (
        <div className="mt-4">
          <Note>
            <b>
              Restoring {environment.protected ? 'proposes' : 'makes'} version {latest.version + 1}.
            </b>{' '}
            It copies version {a} as a new version; nothing in the history changes.
            {environment.protected && ` ${isolate(environment.name)} is protected, so somebody else approves it.`}
            {restore.because === undefined && (
              <WhyLine
                className="mt-2"
                value={comment}
                onChange={setComment}
                does={environment.protected ? 'proposes it' : 'restores it'}
                onEnter={() => !restore.isRestoring && restore.run(versionA, comment)}
              />
            )}
          </Note>
        </div>
      )}
    </section>
  )
}

type SourcesProps = { place: FlagPlace; versions: readonly (HistoricFlagVersion | undefined)[] }

/** The proposals that the two came from. */
const Sources = ({ place, versions }: SourcesProps) => {
  const proposed = versions.filter((version) => version !== undefined && version.proposalId !== null)
  if (proposed.length === 0) return null
  return (
    <p className="sources">
      {proposed.map((version) => (
        <Link
          key={version?.version}
          className="link"
          to="/projects/$projectId/proposals/$proposalId"
          params={{ projectId: place.projectId, proposalId: version?.proposalId ?? '' }}
        >
          The proposal of version {version?.version}
        </Link>
      ))}
    </p>
  )
}
