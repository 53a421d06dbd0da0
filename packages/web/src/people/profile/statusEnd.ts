import { formatAt } from '#words/times.ts'

/** When a status ends. */
export function formatEnd(time: number): string {
  return formatAt(time, 'weekdayAndTime')
}
