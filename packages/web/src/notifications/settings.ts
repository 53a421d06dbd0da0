import { createStore } from 'zustand/vanilla'
import { isQuiet } from './quiet.ts'
import { isPushedInstead } from './push.ts'
import { onOwnChanged, readOwn, writeOwn } from '#store/browser/browserStorage.ts'

/** [NTF-6] What a person wants of notifications in this browser. It goes with the sign-out. */
export type NotificationSettings = {
  on: boolean
  sound: boolean
  /** Also without an open page [NTF-9]. */
  pushed: boolean
  /** With names and words. */
  words: boolean
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
export function wantsNotifications(): { sound: boolean; words: boolean } | undefined {
  const stored = readOwn(key)
  const { on, sound, words } = stored === undefined ? notificationSettings.getState() : parse(stored)
  return on && !isQuiet() && !isPushedInstead() ? { sound, words } : undefined
}

function parse(stored: string | undefined): NotificationSettings {
  const settings = { on: false, sound: true, pushed: true, words: true }
  try {
    const { on, sound, pushed, words }: Partial<NotificationSettings> = JSON.parse(stored ?? '{}')
    if (typeof on === 'boolean') settings.on = on
    if (typeof sound === 'boolean') settings.sound = sound
    if (typeof pushed === 'boolean') settings.pushed = pushed
    if (typeof words === 'boolean') settings.words = words
  } catch {
    // Somebody else has written it: it counts as nothing.
  }
  return settings
}
