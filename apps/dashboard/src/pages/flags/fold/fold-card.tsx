import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import { Popover } from 'radix-ui'
import { type RefObject, useEffect, useId, useRef } from 'react'
import type { FlagInList } from '../../../api/flags.ts'
import { percent } from '../../../format/number.ts'
import '../../../ui/overlays/overlay.css'
import { Pennant } from '../../../ui/pennants/pennant.tsx'
import type { PennantState } from '../../../ui/pennants/pennant-state.ts'
import { groupByState } from './group-by-state.ts'
import './fold-card.css'

type FoldCardProps = {
  projectId: string
  flag: FlagInList
  environments: readonly Environment[]
  button: RefObject<HTMLButtonElement | null>
  /** Opened by a press: the focus moves into it. Otherwise it is a preview, shown while the pointer is on it. */
  isHeld: boolean
  onClose(): void
  onPointerEnter(): void
  onPointerLeave(): void
}

/** Every environment of a flag, grouped by the flag's state there. Each links to the flag in it. */
export const FoldCard = ({ projectId, flag, environments, button, isHeld, onClose, ...pointer }: FoldCardProps) => {
  const card = useRef<HTMLDivElement>(null)
  const id = useId()
  const goIn = () => isHeld && card.current?.querySelector('a')?.focus()
  // When a preview is pressed to stay open, the focus moves into it.
  useEffect(() => void goIn(), [isHeld])
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          ref={card}
          className="popover fold-card sheet"
          // Not a dialog while it is only a preview, so that the page's keys still work.
          role={isHeld ? 'dialog' : 'group'}
          aria-labelledby={id}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            goIn()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (isHeld) button.current?.focus()
          }}
          onInteractOutside={(event) => {
            if (button.current?.contains(event.target as Node)) event.preventDefault()
          }}
          {...pointer}
        >
          <p className="head" id={id}>
            <span>
              <b dir="auto">{flag.name}</b> in {environments.length} environments
            </span>
            <kbd aria-hidden>Esc</kbd>
          </p>
          {groupByState(environments, flag.versions).map(({ label, hung }) => (
            <section key={label}>
              <h3>
                {label} {hung.length}
              </h3>
              <ul>
                {hung.map(({ environment, state }) => (
                  <li key={environment.id}>
                    <Link
                      to="/projects/$projectId/flags/$flagKey"
                      params={{ projectId, flagKey: flag.key }}
                      search={{ env: environment.slug }}
                    >
                      <Pennant
                        environment={environment}
                        state={state}
                        height={20}
                        line
                        archived={flag.archivedAt !== null}
                      />
                      <span dir="auto">{environment.name}</span>
                      {environment.protected && <span className="sr-only">, protected</span>}
                      <Share state={state} />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const Share = ({ state }: { state: PennantState }) =>
  state.kind === 'config' && state.on && state.share > 0 && state.share < 1 ? (
    <small>{percent(state.share * 100)}</small>
  ) : null
