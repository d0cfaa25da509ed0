import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTitle } from './use-title.ts'

/** The place in the top bar where a page says where it is. */
export const CrumbsPlace = createContext<HTMLElement | null>(null)

/** Whether one came here from another page, and not from outside: then the focus is ours to lead. */
let hasMoved = false

/** A new page is read from its beginning: the focus goes there, as the browser does without a router. */
export const focusPage = (): void => {
  hasMoved = true
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** For the `main` of a page. What is drawn anew once more of it is there takes the focus along. */
export const useMain = () => {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hasMoved && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])
  return ref
}

type PageProps = {
  /** The window's title, the last crumb and, without a `heading`, the heading. */
  title: string
  /** The crumb before: a link, or the project's name. */
  parent: ReactNode
  /** In place of the plain heading, with an h1 inside. */
  heading?: ReactNode
  lede?: ReactNode
  actions?: ReactNode
  /** Beside the page, and under it where there is no room. */
  inspector?: { label: string; children: ReactNode }
  children: ReactNode
}

/** What every tab of a page has around it. */
export type Frame = Pick<PageProps, 'title' | 'parent' | 'heading'>

/** Every page of a project is one of these. */
export const Page = ({ title, parent, heading, lede, actions, inspector, children }: PageProps) => {
  const crumbs = useContext(CrumbsPlace)
  const ref = useMain()
  useTitle(title)
  const main = (
    <main className="page" id="main" tabIndex={-1} ref={ref}>
      {heading ?? (
        <div className="page-head">
          <div className="min-w-0">
            <h1 dir="auto">{title}</h1>
            {lede && <p>{lede}</p>}
          </div>
          {actions && <div className="actions">{actions}</div>}
        </div>
      )}
      {children}
    </main>
  )
  return (
    <>
      {crumbs && createPortal(<Crumbs parent={parent} title={title} />, crumbs)}
      {inspector ? (
        <div className="split">
          {main}
          <aside className="inspector" aria-label={inspector.label}>
            {inspector.children}
          </aside>
        </div>
      ) : (
        main
      )}
    </>
  )
}

const Crumbs = ({ parent, title }: { parent: ReactNode; title: string }) => (
  <>
    <span className="root" dir="auto">
      {parent}
    </span>
    <span className="slash" aria-hidden>
      /
    </span>
    <b dir="auto">{title}</b>
  </>
)
