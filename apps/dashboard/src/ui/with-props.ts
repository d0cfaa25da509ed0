import { cloneElement, type ReactElement, type Ref } from 'react'

type Props = Readonly<Record<string, unknown>>

/** Clones an element with further props. The element's own event handlers run first. */
export const withProps = (element: ReactElement, more: Props): ReactElement => {
  const own = element.props as Props
  const both = Object.entries(more).map(([name, value]) => [name, join(own[name], value) ?? value])
  return cloneElement(element, {
    ...Object.fromEntries(both),
    ...(own.ref ? { ref: joinRefs(own.ref, more.ref) } : {}),
  })
}

type Handler = (event: unknown) => void

const join = (first: unknown, second: unknown): Handler | undefined => {
  if (typeof first !== 'function' || typeof second !== 'function') return undefined
  return (event) => {
    first(event)
    second(event)
  }
}

const joinRefs =
  (...refs: readonly unknown[]) =>
  (element: unknown) => {
    for (const ref of refs as readonly Ref<unknown>[]) {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    }
  }
