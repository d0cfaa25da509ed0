import { memo } from 'react'
import { same } from '../../../diff/same.ts'
import { countries } from './countries.ts'

/** The datalists that the editor has once. */
export const attributeListId = 'attributes'
export const countryListId = 'countries'

/** What fields suggest while one types: attributes that the rules know, and every country. */
export const Suggestions = memo(
  ({ attributes }: { attributes: readonly string[] }) => (
    <>
      <datalist id={attributeListId}>
        {attributes.map((attribute) => (
          <option key={attribute} value={attribute} />
        ))}
      </datalist>
      <datalist id={countryListId}>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  ),
  same,
)
