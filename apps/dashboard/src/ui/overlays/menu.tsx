import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { withProps } from '../with-props.ts'
import type { ChoiceProps, ItemProps } from './loaded/menu-items.tsx'
import { InOverlays } from './overlays.tsx'
import { Tooltip } from './tooltip.tsx'

type MenuProps = { trigger: ReactElement<{ id?: string }>; align?: 'start' | 'end'; children: ReactNode }

/** A button that opens a menu. */
export const Menu = ({ trigger, align = 'start', children }: MenuProps) => {
  const anchor = useRef<HTMLElement>(null)
  const ownId = useId()
  const id = trigger.props.id ?? ownId
  const [isOpen, setOpen] = useState(false)
  // The closed menu is mounted on focus, so that it notices the key that opens it, and starts at its first item.
  const [isNear, setNear] = useState(false)
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return
    // Keeps the focus from moving to the button, since the menu takes it.
    if (!isOpen) event.preventDefault()
    setNear(true)
    setOpen(!isOpen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    setNear(true)
    setOpen(event.key === 'ArrowDown' || !isOpen)
  }
  return (
    <>
      {withProps(trigger, {
        ref: anchor,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'data-state': isOpen ? 'open' : 'closed',
        onFocus: () => setNear(true),
        onPointerDown,
        onKeyDown,
      })}
      {isNear && (
        <InOverlays>
          {({ OpenMenu }) => (
            <OpenMenu anchor={anchor} labelledBy={id} open={isOpen} onOpenChange={setOpen} align={align}>
              {children}
            </OpenMenu>
          )}
        </InOverlays>
      )}
    </>
  )
}

export const MenuItem = (props: ItemProps) => (
  <InOverlays>
    {({ Item }) => (
      <Tooltip says={props.because}>
        <Item {...props} />
      </Tooltip>
    )}
  </InOverlays>
)

/** A group of radio items in a menu, with a tick at the chosen one. */
export const MenuChoice = <Value extends string>(props: ChoiceProps<Value>) => (
  <InOverlays>{({ Choice }) => <Choice {...props} />}</InOverlays>
)

export const MenuLine = () => <InOverlays>{({ Line }) => <Line />}</InOverlays>

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <InOverlays>{({ Label }) => <Label>{children}</Label>}</InOverlays>
)
