import type { Chart } from '@rivulet/blocks/draw'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#words/t.ts'
import { Axes } from './Axes.tsx'
import { Pie } from './Pie.tsx'
import { formatExact } from './scale.ts'
import styles from './Chart.module.css'

type Props = { chart: Chart; caption: ReactNode; table: ReactNode }

/** A chart with its title, and its values as a table for those who cannot see it or want the numbers. */
export function ChartFigure({ chart, caption, table }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(480)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.max(200, element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const { kind, title, series, categories } = chart
  const keys = kind === 'pie' ? categories : series.map(({ name }) => name)
  return (
    <figure className="rv-chart">
      {caption}
      <div ref={box} className={styles['box']}>
        <svg
          className={styles['plot']}
          role="img"
          aria-label={t('{kind} chart: {title}', { kind, title })}
          width={width}
          height={kind === 'pie' ? 220 : 260}
        >
          {kind === 'pie' ? <Pie chart={chart} width={width} /> : <Axes chart={chart} width={width} height={260} />}
        </svg>
        {(kind === 'pie' || keys.length > 1) && (
          <ul className={styles['keys']} aria-hidden="true">
            {keys.map((key, i) => (
              <li key={i} data-series={i % 12}>
                <span dir="auto">{key}</span>
                {kind === 'pie' && <small>{shareOf(series[0]?.values ?? [], i)}</small>}
              </li>
            ))}
          </ul>
        )}
      </div>
      <details className={styles['data']}>
        <summary>{t('Show as a table')}</summary>
        {table}
      </details>
    </figure>
  )
}

function shareOf(values: readonly (number | undefined)[], at: number): string {
  const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0)
  const value = values[at] ?? 0
  return `${formatExact(value)} (${Math.round((100 * value) / sum)}%)`
}
