import { formatDuration } from '#inspect/stream/timelineShape.ts'

/** "14:05:09.128" in the time of this machine. The same everywhere, so that times stand below each other. */
export function formatMoment(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

export function formatTook(ms: number | undefined): string {
  return ms === undefined ? '' : formatDuration(ms)
}
