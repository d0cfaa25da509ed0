import { useParams } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useState } from 'react'
import { attributeUses } from '../../../api/attribute-uses.ts'
import { useFlags } from '../../../api/flags.ts'
import { same } from '../../../format/same.ts'
import { countries } from './countries.ts'
import { tellKnownNames } from './known-names.ts'

/** The ids of the datalists, which the editor has only once. */
export const attributeListId = 'attributes'
export const countryListId = 'countries'

/** The suggestions for fields: attributes in rules of the whole project, and every country. */
export const Suggestions = memo(({ attributes }: { attributes: readonly string[] }) => {
  const inProject = useNamesInProject()
  const all = [...new Set([...attributes, ...(inProject?.keys() ?? [])])]
  return (
    <>
      <datalist id={attributeListId}>
        {all.map((attribute) => (
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
  )
}, same)

/** Loaded when an attribute field gets the focus: thousands of flags take dozens of requests. */
const useNamesInProject = (): ReadonlyMap<string, number> | undefined => {
  const { projectId = '' } = useParams({ strict: false })
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const look = ({ target }: FocusEvent) =>
      target instanceof HTMLInputElement && target.getAttribute('list') === attributeListId && setWanted(true)
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [])
  const { items, isComplete } = useFlags(projectId, isWanted)
  const names = useMemo(() => (items && isComplete ? attributeUses(items) : undefined), [items, isComplete])
  useEffect(() => {
    tellKnownNames(names)
    return () => tellKnownNames(undefined)
  }, [names])
  return names
}
