import type { Chart } from '@rivulet/blocks/draw'
import { formatExact } from './scale.ts'

const radius = 96

/** The segments of a pie, clockwise from the top. */
export function Pie({ chart: { categories, series }, width }: { chart: Chart; width: number }) {
  const values = (series[0]?.values ?? []).map((value) => value ?? 0)
  const sum = values.reduce((all, value) => all + value, 0)
  const at = (index: number) => values.slice(0, index).reduce((all, value) => all + value, 0) / sum
  return (
    <g transform={`translate(${Math.min(width / 2, radius + 14)} 110)`}>
      {values.map((value, i) => (
        <path key={i} data-series={i % 12} data-fill="" data-segment="" d={segment(at(i), at(i + 1))}>
          <title>{`${categories[i]}: ${formatExact(value)}`}</title>
        </path>
      ))}
    </g>
  )
}

function segment(from: number, to: number): string {
  // The ends of a full circle are one point, between which no arc is drawn.
  const end = Math.min(to, from + 0.99999)
  const point = (turn: number) => `${radius * Math.sin(2 * Math.PI * turn)} ${-radius * Math.cos(2 * Math.PI * turn)}`
  return `M0 0L${point(from)}A${radius} ${radius} 0 ${end - from > 0.5 ? 1 : 0} 1 ${point(end)}Z`
}
