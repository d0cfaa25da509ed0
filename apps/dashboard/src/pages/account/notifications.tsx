import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { setNotifyWanted, useNotifyWanted } from '../../features/notify/wanted.ts'
import { Switch } from '../../ui/controls/switch.tsx'
import { Note } from '../../ui/note.tsx'
import './notifications.css'

/** Whether this browser notifies of proposals to approve. It asks for permission once, when the user turns it on. */
export const Notifications = () => {
  const { user } = useSession()
  const isWanted = useNotifyWanted(user.id)
  const [permission, setPermission] = useState(allowed)
  const [wasTried, setTried] = useState(false)
  const isOn = isWanted && permission === 'granted'
  const toggle = async (on: boolean): Promise<void> => {
    if (!on) return setNotifyWanted(user.id, false)
    const answer = permission === 'default' ? await Notification.requestPermission() : permission
    setPermission(answer)
    setTried(true)
    setNotifyWanted(user.id, answer === 'granted')
  }
  return (
    <section className="notifications" aria-label="Notifications">
      <h2>Notifications</h2>
      <div className="choice">
        <p>
          <b>When a change comes to wait for your approval</b>
          <small>In this browser, while Bunting is open in it and you look at something else.</small>
        </p>
        <Switch
          label="Notify me when a change waits for my approval"
          checked={isOn}
          onChange={(on) => void toggle(on)}
          because={permission === 'none' ? 'This browser has no notifications for this address.' : undefined}
        />
      </div>
      {wasTried && permission === 'denied' && (
        <Note kind="warn">This browser does not let Bunting notify you. Its settings for this site can allow it.</Note>
      )}
    </section>
  )
}

/** Browsers offer notifications on HTTPS and on localhost only. */
const allowed = (): NotificationPermission | 'none' => ('Notification' in window ? Notification.permission : 'none')
