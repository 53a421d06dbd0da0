import { plural } from '#words/t.ts'

/** How long something takes: "0:07", "12:40", "1:05:00". */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const two = (number: number) => String(number).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The same in words, for screen readers: "12 minutes 40 seconds". */
export function elapsedInWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  const words = [
    ...(minutes > 0 ? [plural(minutes, '{count} minute', '{count} minutes')] : []),
    ...(rest > 0 || minutes === 0 ? [plural(rest, '{count} second', '{count} seconds')] : []),
  ]
  return words.join(' ')
}
