import { isolate } from '../../../format/isolate.ts'
import { Switch } from '../../../parts/switch.tsx'
import { useEditing } from './editing.ts'

/** Whether the flag is on in this environment, and what that means. */
export const Master = ({ isArchived }: { isArchived: boolean }) => {
  const { config, environment, because, edit } = useEditing()
  return (
    <div className="master">
      <Switch
        label={`On in ${environment.name}`}
        checked={config.enabled && !isArchived}
        because={because}
        onChange={(enabled) => edit((now) => ({ ...now, enabled }))}
      />
      <p>{isArchived ? <State name="Archived, so apps get nothing for it.">Its versions stay.</State> : <Says />}</p>
    </div>
  )
}

const Says = () => {
  const { config, base, environment } = useEditing()
  if (!base)
    return (
      <State name={`Nothing saved in ${isolate(environment.name)} yet.`}>Apps there get nothing for this flag.</State>
    )
  if (!config.enabled) {
    return (
      <State name={`Off in ${isolate(environment.name)}.`}>Everyone gets the default, whatever the rules say.</State>
    )
  }
  return (
    <State name={`On in ${isolate(environment.name)}.`}>
      {config.rules.length === 0
        ? 'Everyone gets the default. A rule makes an exception.'
        : 'Rules are tried from the top; the first that matches answers.'}
    </State>
  )
}

const State = ({ name, children }: { name: string; children: string }) => (
  <>
    <b>{name}</b> {children}
  </>
)
