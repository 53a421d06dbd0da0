import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { ErrorMessage } from '#ui/error/ErrorMessage.tsx'
import { t } from '#words/t.ts'
import { findPushes, pushes, turnPushesOff, turnPushesOn } from './push.ts'
import { QuietSettings } from './QuietSettings.tsx'
import { changeNotificationSettings, notificationSettings, type NotificationSettings as Settings } from './settings.ts'
import { playSound } from './sound.ts'
import { UsualSettings } from './UsualSettings.tsx'
import styles from './NotificationSettings.module.css'

/** [NTF-6, REA-6] What the person is notified of on all their devices, and whether and how this browser does it. */
export function NotificationSettings() {
  const settings = useStore(notificationSettings)
  const { state, text, problem } = useStore(pushes)
  const [permission, setPermission] = useState(currentPermission)
  const isOn = settings.on && permission === 'granted'
  const canPush = state !== 'unsupported' && state !== 'refused'
  useEffect(() => void findPushes(), [])

  async function turnOn() {
    // The browser asks the person, and only because they pressed this.
    const answer = await Notification.requestPermission()
    setPermission(answer)
    change({ on: answer === 'granted' })
  }

  function change(wanted: Partial<Settings>) {
    changeNotificationSettings(wanted)
    const { on, pushed, words } = notificationSettings.getState()
    if (on && pushed) void turnPushesOn(words)
    else if (pushes.getState().state === 'on') void turnPushesOff()
  }

  return (
    <div className={styles['settings']}>
      <h3 className={styles['where']}>{t('On all your devices')}</h3>
      <UsualSettings />
      <QuietSettings />
      <h3 className={styles['where']}>{t('In this browser only')}</h3>
      {permission === 'unsupported' ? (
        <p className={styles['note']}>{t('This browser shows no notifications here. They need an https address.')}</p>
      ) : permission === 'denied' ? (
        <p className={styles['note']} role="status">
          {t('This browser blocks notifications of this page. Allow them in its settings for this site.')}
        </p>
      ) : isOn ? (
        <DialogButton look="secondary" at="row" onClick={() => change({ on: false })}>
          {t('Turn off in this browser')}
        </DialogButton>
      ) : (
        <DialogButton look="primary" at="row" data-first onClick={() => void turnOn()}>
          {t('Turn on in this browser')}
        </DialogButton>
      )}
      {isOn && (
        <div className={styles['choices']}>
          {canPush && (
            <Choice
              label={t('Also when no page is open')}
              checked={settings.pushed}
              set={(pushed) => change({ pushed })}
            >
              <ErrorMessage text={settings.pushed ? problem : undefined} />
            </Choice>
          )}
          <Choice label={t('Show names and words')} checked={settings.words} set={(words) => change({ words })}>
            {canPush && settings.pushed && !text && (
              <p className={styles['hint']}>
                {t('Without an open page there are none: this server does not send them.')}
              </p>
            )}
          </Choice>
          <Choice
            label={t('Play a sound')}
            checked={settings.sound}
            set={(sound) => {
              change({ sound })
              if (sound) playSound()
            }}
          />
        </div>
      )}
    </div>
  )
}

type ChoiceProps = { label: string; checked: boolean; set: (checked: boolean) => void; children?: React.ReactNode }

function Choice({ label, checked, set, children }: ChoiceProps) {
  return (
    <div>
      <label className={styles['choice']}>
        <input type="checkbox" checked={checked} onChange={({ target }) => set(target.checked)} />
        {label}
      </label>
      {children}
    </div>
  )
}

function currentPermission(): NotificationPermission | 'unsupported' {
  return 'Notification' in window && window.isSecureContext ? Notification.permission : 'unsupported'
}
