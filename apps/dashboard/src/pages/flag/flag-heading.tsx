import { CopyPlus, MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBecauseProtected } from '../../api/because-protected.ts'
import { useFavourites, useSetFavourite } from '../../api/favourites.ts'
import { useBecause } from '../../api/session.ts'
import { Star } from '../../features/flags/star.tsx'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'
import { Heading } from '../../features/versions/heading.tsx'
import { MenuItem, MenuLine } from '../../ui/overlays/menu.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { FlagDialog } from './flag-dialogs.tsx'
import { FlagFacts } from './flag-facts.tsx'
import { ProposedChanges } from './proposed-changes.tsx'
import { useBringBack } from './use-bring-back.ts'

type FlagHeadingProps = { flag: LoadedFlag; projectId: string; onOpen(dialog: FlagDialog): void; children: ReactNode }

export const FlagHeading = ({ flag, projectId, onOpen, children }: FlagHeadingProps) => {
  const because = useBecause('editor')
  const bringBack = useBringBack(flag, projectId)
  const favourites = useFavourites(projectId)
  const { mutate: setFavourite } = useSetFavourite(projectId)
  return (
    <Heading
      noun="flag"
      of={flag}
      tags={
        <>
          <Tag kind="line">{flag.type}</Tag>
          {flag.clientSafe && (
            <Tag kind="line">
              <MonitorSmartphone size={12} strokeWidth={1.5} aria-hidden />
              client-safe
            </Tag>
          )}
        </>
      }
      waiting={<ProposedChanges projectId={projectId} flagId={flag.id} />}
      actions={
        <Star
          flag={flag}
          isFavourite={favourites?.has(flag.key) ?? false}
          onChange={(favourite) => setFavourite({ flagKey: flag.key, favourite })}
        />
      }
      items={
        <>
          <MenuItem
            icon={<CopyPlus size={16} strokeWidth={1.5} aria-hidden />}
            because={because}
            onSelect={() => onOpen('copy')}
          >
            Copy to environment
          </MenuItem>
          <MenuLine />
        </>
      }
      onEdit={() => onOpen('edit')}
      onArchive={() => (flag.archivedAt === null || flag.managedBy !== undefined ? onOpen('archive') : bringBack())}
      notArchiving={useBecauseProtected(projectId)(flag)}
      facts={<FlagFacts flag={flag} />}
    >
      {children}
    </Heading>
  )
}
