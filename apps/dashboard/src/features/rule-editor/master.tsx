import { isolate } from '@bunting/contract/text'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Note } from '../../ui/note.tsx'
import { Value } from '../../ui/value.tsx'
import { isTrueWhenOff, makeDefaultFalse } from '../draft/starting-config.ts'
import { type Edited, useEditing } from './editing.ts'

type MasterProps = Pick<Edited, 'config' | 'base'> & {
  isArchived: boolean
  /** Other controls on the same line. */
  children: ReactNode
}

/** The switch that turns the flag on in this environment, and what that means. */
export const Master = ({ config, base, isArchived, children }: MasterProps) => {
  const { environment, because, edit } = useEditing()
  return (
    <>
      <div className="master">
        <Switch
          label={`On in ${environment.name}`}
          checked={config.enabled && !isArchived}
          because={because}
          onChange={(enabled) => edit((now) => ({ ...now, enabled }))}
        />
        <p>
          {isArchived ? (
            <State name="Archived, so apps get nothing for it.">Its versions stay.</State>
          ) : (
            <Says config={config} base={base} />
          )}
        </p>
        {children}
      </div>
      {!isArchived && !config.enabled && isTrueWhenOff(config) && <OffIsTrue />}
    </>
  )
}

const Says = ({ config, base }: Pick<Edited, 'config' | 'base'>) => {
  const { environment } = useEditing()
  if (!base)
    return (
      <State name={`Nothing saved in ${isolate(environment.name)} yet.`}>Apps there get nothing for this flag.</State>
    )
  if (!config.enabled) {
    return (
      <State name={`Off in ${isolate(environment.name)}.`}>Everyone gets the default, whatever the rules say.</State>
    )
  }
  return <State name={`On in ${isolate(environment.name)}.`}>{sayOn(config)}</State>
}

const sayOn = ({ rules, prerequisites = [] }: Edited['config']): string => {
  if (rules.length === 0) return 'Everyone gets the default. A rule makes an exception.'
  return prerequisites.length > 0
    ? 'Where all it needs holds, rules are tried from the top; the first that matches answers.'
    : 'Rules are tried from the top; the first that matches answers.'
}

const State = ({ name, children }: { name: string; children: string }) => (
  <>
    <b>{name}</b> {children}
  </>
)

/** A warning if off gives `true`: users expect that off gives `false`. */
const OffIsTrue = () => {
  const { environment, because, edit } = useEditing()
  return (
    <Note kind="warn">
      <b>
        Off in <bdi>{environment.name}</bdi>, and everyone gets <Value value={true} />.
      </b>{' '}
      Off gives the default, which is <Value value={true} /> here. With the default <Value value={false} />, off gives{' '}
      <Value value={false} />, and on gives what it gave before.
      <div className="mt-2">
        <Button size="sm" because={because} onClick={() => edit(makeDefaultFalse)}>
          Make the default false
        </Button>
      </div>
    </Note>
  )
}
