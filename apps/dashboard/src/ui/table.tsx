import type { ReactNode } from 'react'
import './table.css'

type TableProps = {
  label: string
  /** The headings of the columns. */
  heads: readonly ReactNode[]
  children: ReactNode
}

/** A plain table; its rows are the children. A wide one scrolls inside itself. */
export const Table = ({ label, heads, children }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section className="tbl-wrap pushed" aria-label={label} tabIndex={0}>
    <table className="tbl" aria-label={label}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={index} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)
