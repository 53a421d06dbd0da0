import type { ViewerSession } from 'rivulet/feedProtocol'
import { formatDay } from '#messages/message/times.ts'
import { plural, t } from '#words/t.ts'

const hourMs = 3_600_000

/** "Firefox on Linux". */
export function describeBrowser({ browser, system }: Pick<ViewerSession, 'browser' | 'system'>): string {
  const name = browser || t('Unknown browser')
  return system ? t('{browser} on {system}', { browser: name, system }) : name
}

/** When the person signed in with a browser, and when they used it last. */
export function describeUse({ current, created_at: createdAt, active_at: activeAt }: ViewerSession, now: Date): string {
  const signedIn = t('Signed in {when}', { when: inSentence(formatDay(new Date(createdAt), now)) })
  if (current) return signedIn
  const hours = Math.floor((now.getTime() - activeAt) / hourMs)
  const day = inSentence(formatDay(new Date(activeAt), now))
  const use =
    hours < 1 ? t('within the last hour') : hours < 12 ? plural(hours, 'an hour ago', '{count} hours ago') : day
  return `${signedIn} · ${t('Used {when}', { when: use })}`
}

function inSentence(day: string): string {
  if (day === t('Today')) return t('today')
  return day === t('Yesterday') ? t('yesterday') : t('on {day}', { day })
}
