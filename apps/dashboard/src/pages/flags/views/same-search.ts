import { type FlagsSearch, readFlagsSearch } from '../../../features/flags/flags-search.ts'

/** What of an address makes a view: not which one it is, nor that a flag is being made. */
export const viewSearchOf = ({ view: _view, new: _new, ...search }: FlagsSearch): string =>
  new URLSearchParams(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()

/** The other way round. It may have been saved by anybody, with anything in it. */
export const readViewSearch = (search: string): FlagsSearch => {
  const { view: _view, new: _new, ...read } = readFlagsSearch(Object.fromEntries(new URLSearchParams(search)))
  return read
}

type View = { id: string; search: string }

/** The view that the address began as, or that says the same; and whether it says something else by now. */
export const findView = <Found extends View>(views: readonly Found[], search: FlagsSearch) => {
  const now = viewSearchOf(search)
  const isSame = (view: View): boolean => viewSearchOf(readViewSearch(view.search)) === now
  const began = views.find(({ id }) => id === search.view)
  const view = began ?? views.find(isSame)
  return { view, isChanged: view !== undefined && !isSame(view) }
}
