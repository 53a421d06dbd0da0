import { formatDay } from '#messages/message/times.ts'
import { navigate, route } from '#routing/route.ts'
import { t } from '#words/t.ts'

/** [WEB-13] Shows what was sent in a channel from a date on. */
export function jumpToDate(channel: string, date: string): void {
  const shown = route.getState()
  if (shown.channel !== channel || shown.date !== date) return navigate({ channel, date })
  // The person has read on since, and comes back.
  navigate({ channel }, 'replace')
  requestAnimationFrame(() => navigate({ channel, date }, 'replace'))
}

/** Days that people often go back to. The first message is the first one since before there was any. */
export function listDates(now: Date): { label: string; hint?: string; date: string }[] {
  const ago = (label: string, days: number) => {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days)
    return { label, hint: formatDay(at, new Date(0)), date: toDateValue(at) }
  }
  return [
    ago(t('Today'), 0),
    ago(t('Yesterday'), 1),
    ago(t('A week ago'), 7),
    ago(t('A month ago'), 30),
    { label: t('First message'), date: '2000-01-01' },
  ]
}

/** `2026-11-23`, where the person is. */
export function toDateValue(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
