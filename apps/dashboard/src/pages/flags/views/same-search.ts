import { type FlagsSearch, readFlagsSearch } from '../../../features/flags/flags-search.ts'

/** The part of an address that makes a view: without the view's own id, and without the open dialog for a new flag. */
export const viewSearchOf = ({ view: _view, new: _new, ...search }: FlagsSearch): string =>
  new URLSearchParams(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()

/** The reverse. Anybody may have saved the view, with anything in it, so it is parsed like an address. */
export const readViewSearch = (search: string): FlagsSearch => {
  const { view: _view, new: _new, ...read } = readFlagsSearch(Object.fromEntries(new URLSearchParams(search)))
  return read
}

type View = { id: string; search: string }

/** The view that the address started from, or an equal one, and whether the address has changed since. */
export const findView = <Found extends View>(views: readonly Found[], search: FlagsSearch) => {
  const now = viewSearchOf(search)
  const isSame = (view: View): boolean => viewSearchOf(readViewSearch(view.search)) === now
  const began = views.find(({ id }) => id === search.view)
  const view = began ?? views.find(isSame)
  return { view, isChanged: view !== undefined && !isSame(view) }
}
