import { Archive, ArchiveRestore, CopyPlus, Ellipsis, MonitorSmartphone, Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useBecauseProtected } from '../../data/because-protected.ts'
import { useUpdateFlag } from '../../data/flags.ts'
import { useBecause } from '../../data/session.ts'
import { IconButton } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { CopyText } from '../../parts/copy.tsx'
import { Menu, MenuItem, MenuLine } from '../../parts/menu.tsx'
import { Tag } from '../../parts/tag.tsx'
import { toast } from '../../parts/toast.tsx'
import { useTellProposed } from '../proposal/use-tell-proposed.ts'
import { ProposedChanges } from './proposed-changes.tsx'
import type { LoadedFlag } from './use-editing-state.ts'

const EditFlag = lazy(async () => ({ default: (await import('./edit-flag.tsx')).EditFlag }))

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type FlagHeadingProps = { flag: LoadedFlag; projectId: string; onCopy(): void; children: ReactNode }

/** What a flag is, and what can be done with it as a whole. */
export const FlagHeading = ({ flag, projectId, onCopy, children }: FlagHeadingProps) => {
  const [open, setOpen] = useState<'edit' | 'archive'>()
  const because = useBecause('editor')
  const notArchiving = useBecauseProtected(projectId)(flag)
  const tellProposed = useTellProposed(projectId)
  const update = useUpdateFlag(projectId)
  const isArchived = flag.archivedAt !== null
  const close = () => setOpen(undefined)
  const setArchived = (archived: boolean) =>
    update.mutate(
      { flagKey: flag.key, archived },
      {
        onSuccess: (answer) => {
          close()
          if (tellProposed(answer)) return
          toast({
            kind: 'yes',
            title: archived ? 'Archived' : 'Back again',
            children: archived ? 'Apps get nothing for it now.' : 'Apps get it again.',
          })
        },
      },
    )
  return (
    <>
      <div className="flag-head">
        <div className="flag-title">
          <h1>{flag.name}</h1>
          <CopyText text={flag.key} what="key" />
          <span className="flag-meta">
            <Tag kind="line">{flag.type}</Tag>
            {flag.clientSafe && (
              <Tag kind="line">
                <MonitorSmartphone size={12} strokeWidth={1.5} aria-hidden />
                client-safe
              </Tag>
            )}
            {isArchived && <Tag kind="warn">archived</Tag>}
            <ProposedChanges projectId={projectId} flagId={flag.id} />
          </span>
          <span className="actions">
            <IconButton name="Edit name and description" because={because} onClick={() => setOpen('edit')}>
              <Pencil {...icon} />
            </IconButton>
            <Menu
              align="end"
              trigger={
                <IconButton name="More for this flag">
                  <Ellipsis {...icon} />
                </IconButton>
              }
            >
              <MenuItem icon={<CopyPlus {...icon} />} because={because} onSelect={onCopy}>
                Copy to environment
              </MenuItem>
              <MenuLine />
              {isArchived ? (
                <MenuItem
                  icon={<ArchiveRestore {...icon} />}
                  because={notArchiving}
                  onSelect={() => setArchived(false)}
                >
                  Bring back
                </MenuItem>
              ) : (
                <MenuItem
                  icon={<Archive {...icon} />}
                  danger
                  because={notArchiving}
                  onSelect={() => setOpen('archive')}
                >
                  Archive
                </MenuItem>
              )}
            </Menu>
          </span>
        </div>
        {flag.description && <p className="flag-desc">{flag.description}</p>}
      </div>
      {children}
      {open === 'edit' && (
        <Suspense>
          <EditFlag flag={flag} projectId={projectId} onClose={close} />
        </Suspense>
      )}
      <Confirm
        open={open === 'archive'}
        onClose={close}
        title="Archive this flag?"
        action="Archive the flag"
        busy={update.isPending}
        onConfirm={() => setArchived(true)}
      >
        Apps get nothing for it from then on, in every environment, and use what their code says. Its versions stay, and
        it can be brought back.
      </Confirm>
    </>
  )
}
