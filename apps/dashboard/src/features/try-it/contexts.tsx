import { ChevronDown, Eraser, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type SavedContext, useContexts, useCreateContext, useDeleteContext } from '../../api/contexts.ts'
import { toast } from '../../api/core/toast.tsx'
import { useBecause, useSession } from '../../api/session.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { loadTried } from '../draft/storage/tried-storage.ts'
import { givenIn, sayTyped, type Typed, typedOf } from './context.ts'
import './contexts.css'
import { ShareContext } from './share-context.tsx'

type ContextsProps = { projectId: string; typed: Typed; onChoose(typed: Typed): void }

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Contexts tried before by this user, and saved ones of anybody in the project. */
export const Contexts = ({ projectId, typed, onChoose }: ContextsProps) => {
  const [isOpen, setOpen] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const because = useBecause('editor')
  const { items = [] } = useContexts(projectId, isOpen)
  const { user } = useSession()
  const tried = isOpen ? loadTried(user.id, projectId) : []
  const isEmpty = Object.keys(givenIn(typed)).length === 0
  const choose = (next: Typed) => {
    setOpen(false)
    onChoose(next)
  }
  return (
    <>
      <Popover
        label="Contexts"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className="ctx-pick">
            Contexts
            <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
          </button>
        }
      >
        <div className="contexts">
          <Shared projectId={projectId} items={items} because={because} onChoose={choose} />
          <h3>Tried lately</h3>
          {tried.length === 0 && <p>What you try here and on other flags is listed here, in this browser only.</p>}
          <ul aria-label="Tried lately">
            {tried.map((one) => (
              <li key={JSON.stringify(one)}>
                <button type="button" className="row" dir="auto" onClick={() => choose(one)}>
                  {sayTyped(one)}
                </button>
              </li>
            ))}
          </ul>
          <div className="foot">
            <Button
              size="sm"
              because={because ?? (isEmpty ? 'Type a context first.' : undefined)}
              onClick={() => {
                setOpen(false)
                setSharing(true)
              }}
            >
              <Share2 {...icon} />
              Name and share this
            </Button>
            <Button kind="ghost" size="sm" because={isEmpty ? 'It is empty.' : undefined} onClick={() => choose({})}>
              <Eraser {...icon} />
              Clear
            </Button>
          </div>
        </div>
      </Popover>
      {isSharing && <ShareContext projectId={projectId} typed={typed} onClose={() => setSharing(false)} />}
    </>
  )
}

type SharedProps = {
  projectId: string
  items: readonly SavedContext[]
  because: string | undefined
  onChoose(typed: Typed): void
}

const Shared = ({ projectId, items, because, onChoose }: SharedProps) => {
  const remove = useDeleteContext(projectId)
  const create = useCreateContext(projectId)
  if (items.length === 0) return null
  const drop = ({ id, name, context }: SavedContext) =>
    remove.mutate(id, {
      onSuccess: () =>
        toast({
          kind: 'yes',
          title: 'Removed for everybody in the project',
          action: { label: 'Undo', run: () => create.mutate({ name, context }) },
        }),
    })
  return (
    <>
      <h3>Shared in the project</h3>
      <ul aria-label="Shared in the project">
        {items.map((one) => (
          <li key={one.id}>
            <button type="button" className="row" onClick={() => onChoose(typedOf(one.context))}>
              <b dir="auto">{one.name}</b>
              <small dir="auto">{sayTyped(typedOf(one.context))}</small>
            </button>
            <IconButton name={`Remove ${one.name}`} because={because} onClick={() => drop(one)}>
              <Trash2 {...icon} />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}
