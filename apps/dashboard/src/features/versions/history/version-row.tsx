import { isolate } from '@bunting/contract/text'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftToLine, ArrowRightToLine, Ellipsis, GitPullRequestArrow, RotateCcw } from 'lucide-react'
import { useMemo } from 'react'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/menu.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { Pennant } from '../../../ui/pennants/pennant.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { sayChanges } from '../../diff/words/words.ts'
import { EmergencyTag } from '../../proposals/emergency-tag.tsx'
import type { HistoricVersion, Numbered, VersionedKind } from '../versioned-kind.ts'
import type { Compared } from './use-compared.ts'
import type { Restore } from './use-restore.ts'

type VersionRowProps<Config extends Numbered, Draft> = {
  kind: VersionedKind<Config, Draft>
  restore: Pick<Restore<Config>, 'because' | 'run'>
  version: HistoricVersion<Config>
  previous: HistoricVersion<Config> | undefined
  isLive: boolean
  by: string
  reviewer: string | undefined
  compared: Compared
}

export const VersionRow = <Config extends Numbered, Draft>(props: VersionRowProps<Config, Draft>) => {
  const { kind, version, previous, isLive, by, reviewer, compared } = props
  const { a, b, compare } = compared
  const number = version.version
  const letter = number === a ? 'A' : number === b ? 'B' : undefined
  const { stateOf, sayState, sayFirst } = kind.words
  const { changes } = kind.diff
  const state = stateOf(version.config)
  const says = useMemo(
    () =>
      previous ? sayChanges(changes(previous.config, version.config)) : `First version, ${sayFirst(version.config)}`,
    [changes, sayFirst, version, previous],
  )
  return (
    <li className={classes(letter !== undefined && 'sel')} data-version={number}>
      <i className="thread" />
      <Tooltip says={letter === undefined ? `Compare version ${number}` : undefined}>
        <button
          type="button"
          className="ab"
          aria-label={letter === undefined ? `Compare version ${number}` : `Version ${number} is ${letter}`}
          aria-pressed={letter !== undefined}
          onClick={() => letter === undefined && (number > b ? compare(a, number) : compare(number, b))}
        >
          {letter}
        </button>
      </Tooltip>
      <Pennant environment={kind.environment} state={state} line label={sayState(state)} />
      <div className="min-w-0">
        <button
          type="button"
          className="pick-version"
          title={previous && `What version ${number} changed`}
          onClick={() => compare(previous?.version, number)}
        >
          <span className="v">
            <b>Version {number}</b>
            {isLive && <Tag kind="yes">Live</Tag>}
            {version.emergency && <EmergencyTag />}
            <Time at={version.createdAt} />
          </span>
          <span className="what">{says}</span>
          {version.comment !== undefined && (
            <span className="why">
              “<bdi>{version.comment}</bdi>”
            </span>
          )}
          <span className="by">
            <bdi>{by}</bdi>
            {version.scheduleId !== undefined && ', by a schedule'}
            {version.emergency && ', past the proposals'}
            {reviewer !== undefined && `, approved by ${isolate(reviewer)}`}
          </span>
        </button>
      </div>
      <RowMenu {...props} />
    </li>
  )
}

const RowMenu = <Config extends Numbered, Draft>(props: VersionRowProps<Config, Draft>) => {
  const { kind, restore, version, isLive, compared } = props
  const navigate = useNavigate()
  const { a, b, compare } = compared
  const { version: number, proposalId } = version
  const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const
  return (
    <Menu
      align="end"
      trigger={
        <IconButton name={`More for version ${number}`}>
          <Ellipsis {...icon} />
        </IconButton>
      }
    >
      <MenuItem
        icon={<ArrowLeftToLine {...icon} />}
        end={<kbd>a</kbd>}
        onSelect={() => compare(number, number === b ? (a ?? b) : b)}
      >
        Compare as A
      </MenuItem>
      <MenuItem
        icon={<ArrowRightToLine {...icon} />}
        end={<kbd>b</kbd>}
        onSelect={() => compare(number === a ? b : a, number)}
      >
        Compare as B
      </MenuItem>
      <MenuLine />
      {proposalId !== null && (
        <MenuItem
          icon={<GitPullRequestArrow {...icon} />}
          onSelect={() =>
            void navigate({
              to: '/projects/$projectId/proposals/$proposalId',
              params: { projectId: kind.projectId, proposalId },
            })
          }
        >
          Open its proposal
        </MenuItem>
      )}
      <MenuItem
        icon={<RotateCcw {...icon} />}
        because={isLive ? 'It is live now.' : restore.because}
        onSelect={() => restore.run(version)}
      >
        Restore version {number}
      </MenuItem>
    </Menu>
  )
}
