import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { createPortal } from 'react-dom'

/** The place in the top bar where a page says where it is. */
export const CrumbsPlace = createContext<HTMLElement | null>(null)

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

/** Every page of a project is one of these. */
export const Page = ({ title, parent, heading, lede, actions, inspector, children }: PageProps) => {
  const crumbs = useContext(CrumbsPlace)
  useEffect(() => {
    document.title = `${title} · Bunting`
  }, [title])
  const main = (
    <main className="page" id="main" tabIndex={-1}>
      {heading ?? (
        <div className="page-head">
          <div className="min-w-0">
            <h1>{title}</h1>
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
    <span className="root">{parent}</span>
    <span className="slash" aria-hidden>
      /
    </span>
    <b>{title}</b>
  </>
)
