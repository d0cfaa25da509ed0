import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect } from 'react'

/** What is in the page already, and stays there as it is when this is loaded. */
export type Anchor = RefObject<HTMLElement | null>

type OntoProps = { anchor: Anchor; ref?: Ref<HTMLElement> }

/**
 * Stands where Radix wants its trigger: `<Radix.Trigger asChild><Onto anchor={…} /></Radix.Trigger>`. The element that is in the page
 * is the trigger then, and names what it opens. What happens to it is its own matter.
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
