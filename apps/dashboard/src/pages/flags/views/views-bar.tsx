import { Link } from '@tanstack/react-router'
import { BookmarkPlus, Star, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useBecause } from '../../../api/session.ts'
import { useViews } from '../../../api/views.ts'
import type { FlagsSearch } from '../../../features/flags/flags-search.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { DeleteView, SaveView } from '../later-dialogs.ts'
import { findView, readViewSearch } from './same-search.ts'
import './views.css'

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Built-in views. */
const own = [
  { id: 'all', name: 'All flags', search: '' },
  { id: 'favourites', name: 'Favourites', search: 'favourite=yes' },
  { id: 'mine', name: 'Mine', search: 'owner=me' },
] as const

type ViewsBarProps = { projectId: string; search: FlagsSearch; onSaved(viewId: string): void }

/** The views of the list. A view is an address; named ones are shared by everybody in the project. */
export const ViewsBar = ({ projectId, search, onSaved }: ViewsBarProps) => {
  const because = useBecause('editor')
  const { items: saved = [] } = useViews(projectId)
  const [open, setOpen] = useState<'save' | 'delete'>()
  const { view, isChanged } = findView([...own, ...saved], search)
  const current = saved.find(({ id }) => id === view?.id)
  const isNew = view === undefined || isChanged
  return (
    <nav className="views pushed" aria-label="Views">
      <ul>
        {[...own, ...saved].map(({ id, name, search: asked }) => (
          <li key={id}>
            <Link
              to="/projects/$projectId/flags"
              params={{ projectId }}
              search={{ ...readViewSearch(asked), ...(own.some((one) => one.id === id) ? {} : { view: id }) }}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={id === view?.id ? 'true' : undefined}
            >
              {id === 'favourites' && <Star {...icon} />}
              <bdi>{name}</bdi>
              {id === view?.id && isChanged && <small>changed</small>}
            </Link>
          </li>
        ))}
      </ul>
      {current && isChanged && (
        <Link
          className="icon-btn"
          aria-label={`Back to ${current.name} as it was saved`}
          title="As it was saved"
          to="/projects/$projectId/flags"
          params={{ projectId }}
          search={{ ...readViewSearch(current.search), view: current.id }}
        >
          <Undo2 {...icon} />
        </Link>
      )}
      {isNew && (
        <Button kind="ghost" size="sm" because={because} onClick={() => setOpen('save')}>
          <BookmarkPlus {...icon} />
          Save view
        </Button>
      )}
      {current && !isChanged && (
        <IconButton name={`Delete the view ${current.name}`} because={because} onClick={() => setOpen('delete')}>
          <Trash2 {...icon} />
        </IconButton>
      )}
      {open === 'save' && (
        <SaveView
          projectId={projectId}
          search={search}
          from={current}
          onClose={() => setOpen(undefined)}
          onSaved={onSaved}
        />
      )}
      {current && open === 'delete' && (
        <DeleteView projectId={projectId} view={current} onClose={() => setOpen(undefined)} />
      )}
    </nav>
  )
}
