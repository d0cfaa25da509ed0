import { Archive, ArrowUpFromLine, CalendarClock, CircleUserRound, Tag, ToggleRight, X } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import type { FlagInList } from '../../api/flags.ts'
import { useBecause } from '../../api/session.ts'
import { plural } from '../../format/number.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import './bulk.css'
import { BulkResult } from './bulk-result.tsx'
import type { ManyProps } from './many-props.ts'
import { useBulk } from './use-bulk.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type ActionName = 'tag' | 'own' | 'end' | 'toggle' | 'promote' | 'archive'
type Action = { label: string; icon(): ReactNode; kind?: 'danger'; dialog: ComponentType<ManyProps> }

/**
 * The actions, each with its label and its dialog, which is loaded when it is opened. Icons are functions that are called
 * when rendering: this code, which two pages share, may run before the file with the icons is loaded.
 */
const actions: Record<ActionName, Action> = {
  tag: {
    label: 'Tag',
    icon: () => <Tag {...icon} />,
    dialog: lazy(async () => ({ default: (await import('./tag-many.tsx')).TagMany })),
  },
  own: {
    label: 'Owner',
    icon: () => <CircleUserRound {...icon} />,
    dialog: lazy(async () => ({ default: (await import('./own-many.tsx')).OwnMany })),
  },
  end: {
    label: 'End later',
    icon: () => <CalendarClock {...icon} />,
    dialog: lazy(async () => ({ default: (await import('./end-many.tsx')).EndMany })),
  },
  toggle: {
    label: 'Turn on or off',
    icon: () => <ToggleRight {...icon} />,
    dialog: lazy(async () => ({ default: (await import('./toggle-many.tsx')).ToggleMany })),
  },
  promote: {
    label: 'Promote',
    icon: () => <ArrowUpFromLine {...icon} />,
    dialog: lazy(async () => ({ default: (await import('./promote-many.tsx')).PromoteMany })),
  },
  archive: {
    label: 'Archive',
    icon: () => <Archive {...icon} />,
    kind: 'danger',
    dialog: lazy(async () => ({ default: (await import('./archive-many.tsx')).ArchiveMany })),
  },
}

/** The actions in the list of all flags. Changing the expected end is only offered for flags that are past it. */
const usual: readonly ActionName[] = ['tag', 'own', 'toggle', 'promote', 'archive']

/** The open action, and the flags as they were when it was opened: what was shown is what is done. */
export type Asked = { name: ActionName; flags: readonly FlagInList[] }

type BulkBarProps = {
  projectId: string
  flags: readonly FlagInList[]
  all: readonly FlagInList[]
  offers?: readonly ActionName[]
  /** Facts about the selected flags. */
  note?: string | undefined
  /** The state of the open action, as from `useState`, if something else than the bar opens actions, too. */
  asking?: readonly [Asked | undefined, (asked: Asked | undefined) => void]
  onClear(): void
}

/** The actions on the selected flags, and the result of the last one. */
export const BulkBar = ({ projectId, flags, all, offers = usual, note, asking, onClear }: BulkBarProps) => {
  const because = useBecause('editor')
  const bulk = useBulk(projectId)
  const ownAsking = useState<Asked>()
  const [open, setOpen] = asking ?? ownAsking
  const Open = open && actions[open.name].dialog
  const close = () => setOpen(undefined)
  if (flags.length === 0 && !bulk.result && !bulk.progress && !open) return null
  return (
    <div className="bulk">
      <BulkResult bulk={bulk} />
      {flags.length > 0 && (
        <div className="bulk-bar" role="toolbar" aria-label="With the flags that are selected">
          <b>{plural(flags.length, 'flag')} selected</b>
          {note && <span className="note-of">{note}</span>}
          {offers.map((name) => {
            const { label, icon, kind } = actions[name]
            return (
              <Button key={name} kind={kind} size="sm" because={because} onClick={() => setOpen({ name, flags })}>
                {icon()}
                {label}
              </Button>
            )
          })}
          <IconButton name="Select none" keys="Esc" onClick={onClear}>
            <X {...icon} />
          </IconButton>
        </div>
      )}
      <Suspense>
        {Open && (
          <Open
            projectId={projectId}
            flags={open.flags}
            all={all}
            bulk={bulk}
            onClose={close}
            onDone={() => {
              close()
              onClear()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
