import { createStore } from 'zustand/vanilla'
import { isQuiet } from './quiet.ts'
import { onOwnChanged, readOwn, writeOwn } from '#store/browser/browserStorage.ts'

/** [NTF-6] What a person wants of notifications in this browser. It goes with the sign-out. */
export type NotificationSettings = {
  on: boolean
  sound: boolean
}

const key = 'notifications'

export const notificationSettings = createStore<NotificationSettings>(() => parse(readOwn(key)))

export function changeNotificationSettings(change: Partial<NotificationSettings>): void {
  const settings = { ...notificationSettings.getState(), ...change }
  notificationSettings.setState(settings, true)
  writeOwn(key, JSON.stringify(settings))
}

/** Follows what other pages of this browser change. */
export function followNotificationSettings(): () => void {
  return onOwnChanged(key, (_rest, value) => notificationSettings.setState(parse(value), true))
}

/** Whether the person wants to be notified at this moment. Another page may have changed it just now. */
export function wantsNotifications(): { sound: boolean } | undefined {
  const stored = readOwn(key)
  const { on, sound } = stored === undefined ? notificationSettings.getState() : parse(stored)
  return on && !isQuiet() ? { sound } : undefined
}

function parse(stored: string | undefined): NotificationSettings {
  const settings = { on: false, sound: true }
  try {
    const { on, sound }: Partial<NotificationSettings> = JSON.parse(stored ?? '{}')
    if (typeof on === 'boolean') settings.on = on
    if (typeof sound === 'boolean') settings.sound = sound
  } catch {
    // Somebody else has written it: it counts as nothing.
  }
  return settings
}
