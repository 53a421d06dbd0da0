import type { SuggestedTime } from '#schedule/scheduleTimes.ts'
import { t } from '#words/t.ts'

const minute = 60_000

/** When people often want to be reminded: soon, tomorrow at 9:00, and at 9:00 of the next Monday. */
export function suggestReminders(now: Date): SuggestedTime[] {
  const after = (minutes: number) => new Date(now.getTime() + minutes * minute)
  const morning = (daysAhead: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysAhead, 9)
  const toMonday = (8 - now.getDay()) % 7 || 7
  return [
    { label: t('In 20 minutes'), at: after(20) },
    { label: t('In 1 hour'), at: after(60) },
    { label: t('In 3 hours'), at: after(180) },
    { label: t('Tomorrow'), at: morning(1) },
    { label: t('Next week'), at: morning(toMonday) },
  ]
}
