import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect } from 'react'

/** The trigger element. It is on the page before the overlays are loaded, and is not rendered again when they are. */
export type Anchor = RefObject<HTMLElement | null>

type OntoProps = { anchor: Anchor; ref?: Ref<HTMLElement> }

/**
 * Takes the place of Radix' trigger: `<Radix.Trigger asChild><Onto anchor={…} /></Radix.Trigger>`. The anchor, which is on
 * the page already, becomes the trigger and gets the ARIA attributes that refer to the overlay. Radix' event handlers are
 * not passed on.
 */
export const Onto = ({ anchor, ref, ...inherited }: OntoProps) => {
  useImperativeHandle(ref, () => anchor.current as HTMLElement, [anchor])
  const { 'aria-controls': controls, 'aria-describedby': describedBy } = inherited as Readonly<Record<string, string>>
  useAttribute(anchor, 'aria-controls', controls)
  useAttribute(anchor, 'aria-describedby', describedBy)
  return null
}

const useAttribute = (anchor: Anchor, name: string, value: string | undefined): void =>
  useLayoutEffect(() => {
    const element = anchor.current
    if (!element || value === undefined) return
    const before = element.getAttribute(name)
    element.setAttribute(name, value)
    return () => {
      if (before === null) element.removeAttribute(name)
      else element.setAttribute(name, before)
    }
  }, [anchor, name, value])
