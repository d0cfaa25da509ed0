import { type KeyboardEvent, useState } from 'react'

/** The pennant of the lanes that Tab focuses: the one that had the focus last. */
export type MarkFocus = { tabIndexOf(id: string): 0 | -1; set(id: string): void }

const marksIn = (lane: Element): HTMLElement[] =>
  [...lane.querySelectorAll<HTMLElement>('[data-mark], a.mark')].toSorted((one, other) => leftOf(one) - leftOf(other))

const leftOf = (mark: HTMLElement): number => mark.getBoundingClientRect().left

/** Left and right move from pennant to pennant, up and down to the nearest one of another lane. */
const move = (event: KeyboardEvent<HTMLElement>): void => {
  const from = document.activeElement?.closest<HTMLElement>('.mark')
  const lane = from?.closest('.lane')
  if (!from || !lane) return
  const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  const across = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (along === undefined && across === undefined) return
  event.preventDefault()
  if (along !== undefined) {
    const marks = marksIn(lane)
    marks[marks.indexOf(from) + along]?.focus()
    return
  }
  const lanes = [...event.currentTarget.querySelectorAll('.lane')].filter((one) => marksIn(one).length > 0)
  const next = lanes[lanes.indexOf(lane) + (across ?? 0)]
  const near = next && marksIn(next).toSorted((one, other) => farFrom(from, one) - farFrom(from, other))[0]
  near?.focus()
}

const farFrom = (from: HTMLElement, to: HTMLElement): number => Math.abs(leftOf(from) - leftOf(to))

/** Makes the lanes one tab stop; arrow keys move within them. */
export const useMarkFocus = (firstId: string | undefined): { focus: MarkFocus; onKeyDown: typeof move } => {
  const [chosen, setChosen] = useState<string>()
  const current = chosen ?? firstId
  return { focus: { tabIndexOf: (id) => (id === current ? 0 : -1), set: setChosen }, onKeyDown: move }
}
