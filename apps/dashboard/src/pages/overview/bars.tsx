import { count } from '../../format/number.ts'
import { Length } from '../../ui/bars/length.tsx'

type BarsProps = { label: string; rows: readonly { name: string; value: number }[] }

/** A table whose figures are also shown as bars. */
export const Bars = ({ label, rows }: BarsProps) => {
  const max = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <table className="bars" aria-label={label}>
      <tbody>
        {rows.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td aria-hidden>
              <Length of={value} most={max} />
            </td>
            <td className="num">{count(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
