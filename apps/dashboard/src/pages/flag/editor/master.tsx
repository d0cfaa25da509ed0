import { Switch } from '../../../parts/switch.tsx'
import { useEditing } from './editing.ts'

/** Whether the flag is on in this environment, and what that means. */
export const Master = () => {
  const { config, environment, because, edit } = useEditing()
  return (
    <div className="master">
      <Switch
        label={`On in ${environment.name}`}
        checked={config.enabled}
        because={because}
        onChange={(enabled) => edit((now) => ({ ...now, enabled }))}
      />
      <p>
        <Says />
      </p>
    </div>
  )
}

const Says = () => {
  const { config, base, environment } = useEditing()
  if (!base)
    return <State name={`Nothing saved in ${environment.name} yet.`}>Apps there get nothing for this flag.</State>
  if (!config.enabled) {
    return <State name={`Off in ${environment.name}.`}>Everyone gets the default, whatever the rules say.</State>
  }
  return (
    <State name={`On in ${environment.name}.`}>
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
