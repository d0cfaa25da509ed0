import { useState } from 'react'
import { hasWords, wordsOf } from '../../../format/find-words.ts'
import { Checkbox, SearchInput } from '../../../ui/controls/field.tsx'
import { EnvName } from '../../../ui/pennants/env-name.tsx'
import { productionOf } from '../../../ui/pennants/production-of.ts'
import { hang, maxInView } from '../columns/hang.ts'
import type { Choosing } from './choosing.ts'
import { toggled } from './toggled.ts'

/** The number of environments listed, until the user asks for the others. */
const few = 8

/** Chooses the environments that have a pennant in every row. */
export const PennantsInView = ({ environments, choice, choose }: Choosing) => {
  const [text, setText] = useState('')
  const [isWhole, setWhole] = useState(false)
  const production = productionOf(environments)
  const inView = hang(environments, choice.inView).inView.map(({ id }) => id)
  const inOrder = [...environments].sort((a, b) => Number(b === production) - Number(a === production))
  const found = inOrder.filter(({ name }) => hasWords(name.toLowerCase(), wordsOf(text)))
  const listed = isWhole || text !== '' ? found : found.slice(0, few)
  return (
    <>
      <h3>
        Pennants in view{' '}
        <span className="n">
          {inView.length} of {environments.length}
        </span>
      </h3>
      <p>Up to {maxInView}, the rest fold</p>
      {environments.length > few && (
        <SearchInput label="Find an environment" value={text} onChange={({ target }) => setText(target.value)} />
      )}
      <ul aria-label="Pennants in view">
        {listed.map((environment) => {
          const isShown = inView.includes(environment.id)
          const isFixed = environment === production
          return (
            <li key={environment.id}>
              <Checkbox
                checked={isShown}
                disabled={isFixed || (!isShown && inView.length >= maxInView)}
                onChange={() => choose({ inView: toggled(inView, environment.id) })}
              >
                <EnvName environment={environment} />
              </Checkbox>
              {isFixed && <small>always</small>}
            </li>
          )
        })}
      </ul>
      {listed.length < found.length && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {found.length - listed.length} more
        </button>
      )}
      {found.length === 0 && <p role="status">No environment has these words</p>}
    </>
  )
}
