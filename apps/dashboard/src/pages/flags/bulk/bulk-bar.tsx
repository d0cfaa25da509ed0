import { Archive, ArrowUpFromLine, CircleUserRound, type LucideIcon, Tag, ToggleRight, X } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { FlagInList } from '../../../data/flags.ts'
import { useBecause } from '../../../data/session.ts'
import { plural } from '../../../format/number.ts'
import { Button, IconButton } from '../../../parts/button.tsx'
import './bulk.css'
import { BulkResult } from './bulk-result.tsx'
import type { ManyProps } from './many-props.ts'
import { useBulk } from './use-bulk.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type ActionName = 'tag' | 'own' | 'turn' | 'promote' | 'archive'
type Action = { label: string; icon: LucideIcon; kind?: 'danger'; dialog: ComponentType<ManyProps> }

/** Each with its words and its dialog, which is loaded when it is opened. */
const actions: Record<ActionName, Action> = {
  tag: { label: 'Tag', icon: Tag, dialog: lazy(async () => ({ default: (await import('./tag-many.tsx')).TagMany })) },
  own: {
    label: 'Owner',
    icon: CircleUserRound,
    dialog: lazy(async () => ({ default: (await import('./own-many.tsx')).OwnMany })),
  },
  turn: {
    label: 'Turn on or off',
    icon: ToggleRight,
    dialog: lazy(async () => ({ default: (await import('./turn-many.tsx')).TurnMany })),
  },
  promote: {
    label: 'Promote',
    icon: ArrowUpFromLine,
    dialog: lazy(async () => ({ default: (await import('./promote-many.tsx')).PromoteMany })),
  },
  archive: {
    label: 'Archive',
    icon: Archive,
    kind: 'danger',
    dialog: lazy(async () => ({ default: (await import('./archive-many.tsx')).ArchiveMany })),
  },
}

const names = Object.keys(actions) as ActionName[]

type BulkBarProps = {
  projectId: string
  flags: readonly FlagInList[]
  all: readonly FlagInList[]
  onClear(): void
}

/** What can be done with the flags that are ticked, and what came of what was done. */
export const BulkBar = ({ projectId, flags, all, onClear }: BulkBarProps) => {
  const because = useBecause('editor')
  const bulk = useBulk(projectId)
  // The flags as they were when it was opened: what is done must be what was shown.
  const [open, setOpen] = useState<{ name: ActionName; flags: readonly FlagInList[] }>()
  const Open = open && actions[open.name].dialog
  const close = () => setOpen(undefined)
  if (flags.length === 0 && !bulk.result && !bulk.progress && !open) return null
  return (
    <div className="bulk">
      <BulkResult bulk={bulk} />
      {flags.length > 0 && (
        <div className="bulk-bar" role="toolbar" aria-label="With the flags that are selected">
          <b>{plural(flags.length, 'flag')} selected</b>
          {names.map((name) => {
            const { label, icon: Icon, kind } = actions[name]
            return (
              <Button key={name} kind={kind} size="sm" because={because} onClick={() => setOpen({ name, flags })}>
                <Icon {...icon} />
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
