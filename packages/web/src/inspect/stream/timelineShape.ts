import { t } from '#words/t.ts'
import type { ReadStream } from './readStream.ts'

/** A stream as it is drawn: places along the time in pixels, heights from 0 to 1. */
export interface TimelineShape {
  from: number
  to: number
  /** Pixels for a moment in Unix milliseconds. */
  placeOf: (at: number) => number
  /** One bar for all appends of a pixel or two, the step that it stands for, and whether it was refused. */
  bars: { x: number; height: number; step: number; count: number; isRefused: boolean }[]
  /** The whole length after each bar, as points of a line. */
  growth: { x: number; height: number }[]
  ticks: { x: number; at: number; label: string }[]
}

const barWidth = 3
const longTickPixels = 90
const tickSteps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000, 3_600_000,
]

/** How a stream is drawn that many pixels wide. There are never more bars than fit beside each other. */
export function shapeTimeline(stream: ReadStream, width: number): TimelineShape {
  const { steps, refused, statuses, stops, end } = stream
  const first = steps[0]?.to ?? refused[0]?.at ?? 0
  const before = statuses.filter(({ from }) => from < first).map(({ from }) => from)
  const from = Math.min(first, ...before.slice(-3))
  const moments = [steps.at(-1)?.to, refused.at(-1)?.at, end?.at, stops.at(-1)?.act.at]
  const last = Math.max(from, ...moments.filter((at) => at !== undefined))
  const to = last > from ? last : from + 100
  const placeOf = (at: number) => clamp(((at - from) / (to - from)) * width, 0, width)
  const total = steps.reduce((sum, { characters }) => sum + characters, 0)
  const most = Math.max(1, ...steps.map(({ characters }) => characters))
  const columns = new Map<number, TimelineShape['bars'][number]>()
  const growth: TimelineShape['growth'] = []
  let length = 0
  for (const [i, { to: at, characters }] of steps.entries()) {
    length += characters
    const column = Math.round(placeOf(at) / barWidth)
    const known = columns.get(column)
    const height = Math.max(Math.sqrt(characters / most), 0.08)
    if (known) Object.assign(known, { height: Math.max(known.height, height), step: i, count: known.count + 1 })
    else columns.set(column, { x: column * barWidth, height, step: i, count: 1, isRefused: false })
    const point = { x: placeOf(at), height: total === 0 ? 0 : length / total }
    if ((growth.at(-1)?.x ?? -Infinity) > point.x - 1) growth[growth.length - 1] = point
    else growth.push(point)
  }
  const failed = new Map(refused.map(({ at }) => [Math.round(placeOf(at) / barWidth), at]))
  const bars = [
    ...columns.values(),
    ...[...failed.keys()].map((column) => ({
      x: column * barWidth,
      height: 1,
      step: steps.length - 1,
      count: 1,
      isRefused: true,
    })),
  ]
  return { from, to, placeOf, bars, growth, ticks: ticksOf(from, to, width) }
}

function ticksOf(from: number, to: number, width: number): TimelineShape['ticks'] {
  const wanted = ((to - from) * longTickPixels) / Math.max(width, 1)
  const step = tickSteps.find((one) => one >= wanted) ?? 3_600_000 * Math.ceil(wanted / 3_600_000)
  const count = Math.floor((to - from) / step) + 1
  return Array.from({ length: count }, (_, i) => {
    const after = i * step
    return { x: (after / (to - from)) * width, at: from + after, label: formatDuration(after) }
  })
}

/** "340 ms", "1.2 s", "4 min 5 s". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return t('{count} ms', { count: ms < 10 && ms % 1 !== 0 ? ms.toFixed(1) : Math.round(ms) })
  const seconds = ms / 1000
  if (seconds < 60) return t('{count} s', { count: seconds.toFixed(seconds < 10 && seconds % 1 !== 0 ? 1 : 0) })
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)]
  return rest === 0 ? t('{count} min', { count: minutes }) : t('{minutes} min {seconds} s', { minutes, seconds: rest })
}

/** The step whose append is nearest to a place. */
export function stepAt(shape: TimelineShape, steps: ReadStream['steps'], x: number): number {
  let best = 0
  for (const [i, { to }] of steps.entries())
    if (Math.abs(shape.placeOf(to) - x) <= Math.abs(shape.placeOf(steps[best]?.to ?? 0) - x)) best = i
  return best
}

/** The times between one append and the next: the usual one and the longest, in milliseconds. */
export function gapsOf({ steps }: ReadStream): { usual: number; longest: number } | undefined {
  const gaps = steps.slice(1).map((step, i) => step.to - (steps[i]?.to ?? step.to))
  if (gaps.length === 0) return undefined
  const sorted = gaps.toSorted((a, b) => a - b)
  return { usual: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
