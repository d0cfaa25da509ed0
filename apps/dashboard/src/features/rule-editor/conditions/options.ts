import { useLayoutEffect, useRef } from 'react'
import { useSame } from '../use-same.ts'

export type Option = { value: string; label: string; locked?: boolean }

const drawn = new WeakMap<readonly Option[], DocumentFragment>()

/** The option elements, made once for all fields that have the same list. */
const draw = (options: readonly Option[]): DocumentFragment => {
  const known = drawn.get(options)
  if (known) return known
  const fragment = document.createDocumentFragment()
  for (const { value, label } of options) {
    const option = document.createElement('option')
    option.value = value
    option.textContent = label
    fragment.append(option)
  }
  drawn.set(options, fragment)
  return fragment
}

/**
 * Fills a select with copies of its options. The operators alone are a third of all elements of a flag with many rules:
 * React would create and keep each of them, and check it whenever its rule changes.
 */
export const useOptions = (options: readonly Option[], isLocked: boolean, value: string) => {
  const field = useRef<HTMLSelectElement>(null)
  const offered = useSame(options)
  useLayoutEffect(() => {
    field.current?.replaceChildren(draw(offered).cloneNode(true))
    if (!isLocked) return
    for (const [at, { label, locked = false }] of offered.entries()) {
      const option = field.current?.options[at]
      if (!option || !locked) continue
      option.textContent = `${label} (needs Pro)`
      option.disabled = true
    }
  }, [offered, isLocked])
  useLayoutEffect(() => {
    if (field.current) field.current.value = value
  }, [offered, isLocked, value])
  return field
}
