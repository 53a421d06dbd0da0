import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '#words/t.ts'
import type { ReadStream } from './readStream.ts'
import { formatDuration, shapeTimeline, stepAt } from './timelineShape.ts'
import styles from './Timeline.module.css'

type Props = { stream: ReadStream; step: number; onStep: (step: number) => void }

const statusTop = 2
const statusHeight = 20
const chartTop = 34
const chartHeight = 72
const axisTop = chartTop + chartHeight
const height = axisTop + 22

/**
 * The picture of a stream. Above, the status while it was shown; below, a bar for each append, as high as it is long; the line
 * is the whole length. The slider below it does the same for the keyboard and for screen readers.
 */
export function Timeline({ stream, step, onStep }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(560)
  useLayoutEffect(() => {
    if (!box.current) return undefined
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(200, Math.floor(entry.contentRect.width))),
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const inner = width - 2
  const shape = useMemo(() => shapeTimeline(stream, inner), [stream, inner])
  const current = stream.steps[step]
  const cursor = current ? shape.placeOf(current.to) : 0
  const choose = (clientX: number) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    onStep(stepAt(shape, stream.steps, clientX - left))
  }
  const stopAt = stream.stops[0]?.act.at
  return (
    <div
      ref={box}
      className={styles['box']}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        choose(event.clientX)
      }}
      onPointerMove={(event) => event.buttons === 1 && choose(event.clientX)}
    >
      <svg width={width} height={height} role="img" aria-label={describe(stream)}>
        {stream.statuses
          .filter(({ to }) => (to ?? Infinity) >= shape.from)
          .map((status) => {
            const x = shape.placeOf(status.from)
            const end = shape.placeOf(status.to ?? shape.to)
            return (
              <g key={status.from}>
                <rect
                  className={styles['status']}
                  x={x}
                  y={statusTop}
                  width={Math.max(end - x, 2)}
                  height={statusHeight}
                  rx="4"
                />
                {end - x > 50 && (
                  <foreignObject x={x + 6} y={statusTop} width={end - x - 8} height={statusHeight}>
                    <div className={styles['statusText']} dir="auto">
                      {status.text}
                    </div>
                  </foreignObject>
                )}
              </g>
            )
          })}
        {shape.ticks.map(({ x, label }) => (
          <g key={x} className={styles['tick']}>
            <line x1={x} x2={x} y1={chartTop} y2={axisTop} />
            {x < inner - 24 && (
              <text x={x + 3} y={axisTop + 14}>
                {label}
              </text>
            )}
          </g>
        ))}
        <path className={styles['growth']} d={growthPath(shape.growth, inner)} />
        {shape.bars.map((bar) => (
          <rect
            key={`${bar.x} ${bar.isRefused}`}
            className={styles['bar']}
            data-refused={bar.isRefused || undefined}
            data-past={bar.x <= cursor || undefined}
            x={Math.min(bar.x, inner - 2)}
            y={axisTop - bar.height * chartHeight}
            width="2"
            height={bar.height * chartHeight}
          />
        ))}
        <line className={styles['axis']} x1="0" x2={width} y1={axisTop} y2={axisTop} />
        {stopAt !== undefined && <StopMark x={Math.min(shape.placeOf(stopAt), inner - 1)} width={width} />}
        <line className={styles['cursor']} x1={cursor} x2={cursor} y1="0" y2={axisTop + 4} />
        <circle className={styles['grip']} cx={cursor} cy={axisTop} r="4.5" />
      </svg>
    </div>
  )
}

function StopMark({ x, width }: { x: number; width: number }) {
  const isLeft = x > width - 60
  return (
    <g className={styles['stop']}>
      <line x1={x} x2={x} y1={chartTop - 8} y2={axisTop} />
      <rect x={x - 4} y={chartTop - 12} width="8" height="8" rx="1.5" />
      <text x={isLeft ? x - 8 : x + 8} y={chartTop - 4} textAnchor={isLeft ? 'end' : 'start'}>
        {t('Stop')}
      </text>
    </g>
  )
}

function growthPath(growth: readonly { x: number; height: number }[], width: number): string {
  const y = (part: number) => (axisTop - part * chartHeight).toFixed(1)
  const steps = growth.map(({ x, height: part }) => `H${x.toFixed(1)}V${y(part)}`).join('')
  return `M${(growth[0]?.x ?? 0).toFixed(1)},${axisTop}${steps}H${width}V${axisTop}Z`
}

function describe({ steps, statuses, stops }: ReadStream): string {
  const [first, last] = [steps[0]?.to ?? 0, steps.at(-1)?.to ?? 0]
  const parts = [
    t('{count} calls in {time}', { count: steps.length, time: formatDuration(last - first) }),
    ...statuses.map(({ text }) => t('status “{text}”', { text })),
    ...(stops.length > 0 ? [t('a reader pressed Stop')] : []),
  ]
  return parts.join(', ')
}
