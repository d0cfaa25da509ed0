import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTitle } from './use-title.ts'

/** The element in the top bar into which a page renders its breadcrumbs. */
export const CrumbsPlace = createContext<HTMLElement | null>(null)

/** True after a navigation within the dashboard: then the dashboard has to move the focus itself. */
let hasMoved = false

/** Moves the focus to the start of a new page, as the browser does without a router. */
export const focusPage = (): void => {
  hasMoved = true
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** The ref for a page's `main`. If it is mounted again when more has loaded, it takes the focus back. */
export const useMain = () => {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hasMoved && document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])
  return ref
}

type PageProps = {
  /** The window's title, the last breadcrumb and, without a `heading`, the heading. */
  title: string
  /** The breadcrumb before: a link, or the project's name. */
  parent: ReactNode
  /** Replaces the plain heading, and contains an h1. */
  heading?: ReactNode
  lede?: ReactNode
  actions?: ReactNode
  /** Content beside the page, or below it if there is no room. */
  inspector?: { label: string; children: ReactNode }
  children: ReactNode
}

/** The parts that all tabs of a page share. */
export type Frame = Pick<PageProps, 'title' | 'parent' | 'heading'>

/** The layout of every page of a project. */
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
