import type { Chart } from '@rivulet/blocks/draw'
import { formatExact, formatShort, ticksOf } from './scale.ts'

type Props = { chart: Chart; width: number; height: number }

/** About the width of a letter of a label. */
const letter = 6.6
/** Values are written over bars while there is room for them. */
const maxLabels = 12

/** A chart with two axes: bars, lines or areas. */
export function Axes({ chart, width, height }: Props) {
  const { kind, categories, series, xLabel, yLabel } = chart
  const ticks = ticksOf(series.flatMap(({ values }) => values.filter((value) => value !== undefined)))
  const low = ticks[0] ?? 0
  const high = ticks.at(-1) ?? 1
  const left = 14 + letter * Math.max(...ticks.map((tick) => formatShort(tick).length))
  const top = yLabel ? 38 : 18
  const bottom = height - (xLabel ? 44 : 26)
  const right = width - 8
  const band = (right - left) / categories.length
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top)
  const middle = (i: number) => left + band * (i + 0.5)
  const longest = Math.max(...categories.map((category) => category.length)) * letter + 8
  const every = Math.max(1, Math.ceil(Math.min(longest, 120) / band))
  const maxLetters = Math.max(3, Math.floor((band * every) / letter) - 1)
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick} data-tick="">
          <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} data-zero={tick === 0 || undefined} />
          <text x={left - 6} y={y(tick)} dy="0.35em" textAnchor="end">
            {formatShort(tick)}
          </text>
        </g>
      ))}
      {categories.map(
        (category, i) =>
          i % every === 0 && (
            <text key={i} x={middle(i)} y={bottom + 18} textAnchor="middle">
              {category.length > maxLetters ? `${category.slice(0, maxLetters - 1)}…` : category}
              <title>{category}</title>
            </text>
          ),
      )}
      {xLabel && (
        <text x={(left + right) / 2} y={height - 6} textAnchor="middle" data-axis="">
          {xLabel}
        </text>
      )}
      {yLabel && (
        <text x={4} y={14} data-axis="">
          {yLabel}
        </text>
      )}
      {series.map(({ name, values }, at) => {
        const tip = (i: number, value: number) => `${categories[i]}${name && `, ${name}`}: ${formatExact(value)}`
        if (kind === 'bar') {
          const size = Math.min(48, (band * 0.76) / series.length)
          return values.map((value, i) => {
            if (value === undefined) return null
            const x = middle(i) + (at - series.length / 2) * size
            const end = Math.min(y(value), y(0))
            return (
              <g key={`${at} ${i}`} data-series={at % 12} data-fill="">
                <rect x={x + 0.5} y={end} width={Math.max(1, size - 1)} height={Math.abs(y(value) - y(0))} rx={2} />
                {series.length * categories.length <= maxLabels && (
                  <text x={x + size / 2} y={end - 5} textAnchor="middle">
                    {formatShort(value)}
                  </text>
                )}
                <title>{tip(i, value)}</title>
              </g>
            )
          })
        }
        const line = pathOf(values.map((value, i) => value !== undefined && [middle(i), y(value)]))
        return (
          <g key={at} data-series={at % 12}>
            {kind === 'area' && <path d={areaOf(line, y(0))} data-fill="" data-area="" />}
            <path d={line} data-line="" />
            {values.map(
              (value, i) =>
                value !== undefined && (
                  <circle key={i} cx={middle(i)} cy={y(value)} r={3.5} data-fill="">
                    <title>{tip(i, value)}</title>
                  </circle>
                ),
            )}
          </g>
        )
      })}
    </>
  )
}

/** A line through the points. It is interrupted where there is none. */
function pathOf(points: readonly (false | [number, number])[]): string {
  return points.map((point, i) => (point ? `${points[i - 1] ? 'L' : 'M'}${point.join(' ')}` : '')).join('')
}

/** The area between each part of a line and the zero line. */
function areaOf(line: string, zero: number): string {
  return line
    .split(/(?=M)/)
    .filter(Boolean)
    .map((part) => {
      const points = part.slice(1).split('L')
      return `${part}L${points.at(-1)?.split(' ')[0]} ${zero}L${points[0]?.split(' ')[0]} ${zero}Z`
    })
    .join('')
}
