import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { WhyLine } from '../../../ui/controls/why-line.tsx'
import { Note } from '../../../ui/note.tsx'
import { Time } from '../../../ui/time.tsx'
import type { Change } from '../../diff/changes/change.ts'
import type { HistoricVersion, Numbered, VersionedKind } from '../versioned-kind.ts'
import { changedIn } from './changed-in.ts'
import type { Compared } from './use-compared.ts'
import type { Restore } from './use-restore.ts'

type CompareProps<Config extends Numbered, Draft> = {
  kind: VersionedKind<Config, Draft>
  restore: Restore<Config>
  loaded: readonly HistoricVersion<Config>[]
  latest: HistoricVersion<Config>
  compared: Compared<HistoricVersion<Config>>
}

/** Compares version A with B, and offers to restore A. */
export const Compare = <Config extends Numbered, Draft>(props: CompareProps<Config, Draft>) => {
  const { kind, restore, loaded, latest, compared } = props
  const { environment, projectId } = kind
  const { changes, Diff } = kind.diff
  const { a, b, versionA, versionB } = compared
  const [comment, setComment] = useState('')
  const madeIn = useMemo(() => changedIn(changes, loaded, a ?? 0, b), [changes, loaded, a, b])
  if (!versionB || (a !== undefined && !versionA)) return <section className="compare" aria-busy />
  const isLive = versionA !== undefined && changes(latest.config, versionA.config).length === 0
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
      <Diff
        before={versionA?.config ?? null}
        after={versionB.config}
        color={environment.color}
        title={a === undefined ? `Version ${b}, the first` : `Version ${a} to version ${b}`}
        heads={[a === undefined ? 'A, nothing' : `A, version ${a}`, `B, version ${b}`]}
        has="B has"
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
      <Sources projectId={projectId} versions={[versionA, versionB]} />
      {versionA && !isLive && !kind.asksToRestore && (
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

type SourcesProps = {
  projectId: string
  versions: readonly ({ version: number; proposalId: string | null } | undefined)[]
}

/** The proposals from which the two versions came. */
const Sources = ({ projectId, versions }: SourcesProps) => {
  const proposed = versions.flatMap((one) =>
    one && one.proposalId !== null ? [{ ...one, proposalId: one.proposalId }] : [],
  )
  if (proposed.length === 0) return null
  return (
    <p className="sources">
      {proposed.map(({ version, proposalId }) => (
        <Link
          key={version}
          className="link"
          to="/projects/$projectId/proposals/$proposalId"
          params={{ projectId, proposalId }}
        >
          The proposal of version {version}
        </Link>
      ))}
    </p>
  )
}
