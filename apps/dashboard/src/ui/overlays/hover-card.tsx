import { type PointerEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { withProps } from '../with-props.ts'
import { InOverlays } from './overlays.tsx'

const [openDelayMs, closeDelayMs] = [250, 80]

type HoverCardProps = {
  card: ReactNode
  open: boolean
  onOpenChange(open: boolean): void
  /** The element that the card is about: a button or a link. Its accessible name must include what the card says. */
  children: ReactElement
}

/** A card with details, on hover. It can also be the trigger of another overlay. */
export const HoverCard = ({ card, open, onOpenChange, children, ...trigger }: HoverCardProps) => {
  const anchor = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = () => clearTimeout(timer.current)
  const changeSoon = (next: boolean) => {
    stay()
    timer.current = setTimeout(() => onOpenChange(next), next ? openDelayMs : closeDelayMs)
  }
  useEffect(() => stay, [])
  return (
    <>
      {withProps(withProps(children, trigger), {
        ref: anchor,
        onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && changeSoon(true),
        onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && changeSoon(false),
        onBlur: () => changeSoon(false),
      })}
      {open && (
        <InOverlays>
          {({ OpenHoverCard }) => (
            <OpenHoverCard
              anchor={anchor}
              closeDelayMs={closeDelayMs}
              onClose={() => onOpenChange(false)}
              onEnter={stay}
            >
              {card}
            </OpenHoverCard>
          )}
        </InOverlays>
      )}
    </>
  )
}
