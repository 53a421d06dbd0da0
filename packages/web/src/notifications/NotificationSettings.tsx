import { useState } from 'react'
import { useStore } from 'zustand'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { QuietSettings } from './QuietSettings.tsx'
import { changeNotificationSettings, notificationSettings } from './settings.ts'
import { playSound } from './sound.ts'
import styles from './NotificationSettings.module.css'

/** [NTF-6] Turns notifications of this browser on and off, with their sound, and those of all devices for a while. */
export function NotificationSettings() {
  const { on, sound } = useStore(notificationSettings)
  const [permission, setPermission] = useState(currentPermission)
  const isOn = on && permission === 'granted'

  async function turnOn() {
    // The browser asks the person, and only because they pressed this.
    const answer = await Notification.requestPermission()
    setPermission(answer)
    changeNotificationSettings({ on: answer === 'granted' })
  }

  return (
    <div className={styles['settings']}>
      <p>
        Mentions, direct messages and replies in your threads, unless a channel says otherwise. The bell in its header
        sets that.
      </p>
      {permission === 'unsupported' ? (
        <p className={styles['note']}>This browser shows no notifications here. They need an https address.</p>
      ) : permission === 'denied' ? (
        <p className={styles['note']} role="status">
          This browser blocks notifications of this page. Allow them in its settings for this site.
        </p>
      ) : isOn ? (
        <DialogButton look="secondary" at="row" onClick={() => changeNotificationSettings({ on: false })}>
          Turn off in this browser
        </DialogButton>
      ) : (
        <DialogButton look="primary" at="row" data-first onClick={() => void turnOn()}>
          Turn on in this browser
        </DialogButton>
      )}
      {isOn && (
        <label className={styles['choice']}>
          <input
            type="checkbox"
            checked={sound}
            onChange={({ target }) => {
              changeNotificationSettings({ sound: target.checked })
              if (target.checked) playSound()
            }}
          />
          Play a sound
        </label>
      )}
      <QuietSettings />
    </div>
  )
}

function currentPermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window && window.isSecureContext ? Notification.permission : 'unsupported'
}
